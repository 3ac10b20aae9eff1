// The part of a scheme's row that gets a token from a provider, and says how long it is good for.
import { announce } from "../../../shared/announce.js";
import { siteData } from "../../../shared/site-data.js";
import { makeButton, make } from "../../make.js";
import { createOAuthForm } from "./client-form.js";
import { Refused, askWithForm, discover, exchangeCode, prepareSignIn, readAddress, readToken } from "./protocol.js";
import { refreshToken, revokeToken, startDevice, waitForDevice, waitForReturn } from "./protocol.js";
import { say } from "../../../shared/say.js";

/** @typedef {import("../../types.js").SchemeDetails} SchemeDetails */
/** @typedef {import("../../types.js").Flow} Flow */
/** @typedef {import("./protocol.js").Token} Token */
/** @typedef {import("./protocol.js").Client} Client */

/**
 * @typedef {object} OAuthPanel
 * @property {HTMLElement} element
 * @property {(token: Token | undefined) => void} show
 * @property {() => Promise<void>} renew
 */

/**
 * What a panel knows, and what it shows.
 * @typedef {object} Panel
 * @property {SchemeDetails} scheme
 * @property {(token: Token | undefined) => void} change Called with every token.
 * @property {() => {origin: string, base: string}} findTarget
 * @property {string} redirect Where the provider sends the reader back to.
 * @property {Partial<import("./protocol.js").Discovered>} provider What it says about itself.
 * @property {Token} [token]
 * @property {AbortController} ending Ends what is under way.
 * @property {ReturnType<typeof makeView>} view
 */

const POPUP = "popup,width=520,height=680";
const MINUTE = 60_000;

/** @param {SchemeDetails} scheme @param {(token: Token | undefined) => void} change
 * @param {() => {origin: string, base: string}} findTarget @param {import("../scheme-inputs.js").Fields} fields
 * @returns {OAuthPanel} */
export function createOAuthPanel(scheme, change, findTarget, fields) {
  const redirect = new URL(`${siteData.base}/_octavo/oauth/`, location.href).href;
  const view = makeView(scheme, redirect, fields, {
    get: () => getToken(panel), renew: () => renewToken(panel), signOut: () => signOut(panel),
  });
  /** @type {Panel} */
  const panel = { scheme, change, findTarget, redirect, provider: {}, ending: new AbortController(), view };
  if (scheme.openIdUrl && !scheme.flows?.length) offerDiscovery(panel);
  else view.form.setFlows(scheme.flows ?? []);
  showToken(panel, undefined);
  setInterval(() => tellState(panel), MINUTE / 4);
  return { element: view.element, show: (token) => showToken(panel, token), renew: () => renewToken(panel) };
}

/** @param {SchemeDetails} scheme @param {string} redirect @param {import("../scheme-inputs.js").Fields} fields
 * @param {Record<"get" | "renew" | "signOut", () => void>} actions */
function makeView(scheme, redirect, fields, { get, renew, signOut: leave }) {
  const form = createOAuthForm(scheme, redirect, makeButton(say("Get a token"), get), fields);
  const state = make("p", { class: "play-oauth-state" });
  const refresh = makeButton(say("Refresh"), renew, { class: "play-tool" });
  const signedIn = make("div", { class: "play-oauth-signed", hidden: true },
    state, refresh, makeButton(say("Sign out"), leave, { class: "play-tool" }));
  const summary = make("summary");
  const progress = make("div", { class: "play-progress", role: "status" });
  const box = make("details", { class: "play-oauth" }, summary, form.element, progress);
  return { element: make("div", {}, signedIn, box), form, state, refresh, signedIn, summary, progress, box };
}

/** Sends no request to a provider before the reader wants it. @param {Panel} panel */
function offerDiscovery(panel) {
  const { form } = panel.view;
  form.element.hidden = true;
  const ask = makeButton(say("Ask the provider how to sign in"), () => attempt(panel, say("Asking the provider"), async () => {
    panel.provider = await discover(readAddress(panel.scheme.openIdUrl, panel.findTarget().base));
    form.setFlows(panel.provider.flows ?? []);
    form.element.hidden = false;
    ask.remove();
    form.focus();
  }));
  form.element.before(ask);
}

/** @param {Panel} panel */
async function getToken(panel) {
  const { form } = panel.view;
  const flow = form.findFlow();
  if (!flow) return;
  if (!form.readClient().id) {
    form.focus();
    return tell(panel, say("The client ID is missing: the provider gives it to you when you register."));
  }
  // The window must be opened by the click itself, or browsers block it.
  const popup = form.opensWindow() ? window.open("", "_blank", POPUP) : null;
  if (popup) popup.opener = null;
  await attempt(panel, say("Waiting for the provider"), async () => {
    try {
      takeToken(panel, { ...(await obtainToken(panel, flow, popup)), revokeUrl: panel.provider.revokeUrl });
    } finally {
      popup?.close();
    }
  });
}

/** @param {Panel} panel @param {Flow} flow @param {Window | null} popup @returns {Promise<Token>} */
async function obtainToken(panel, flow, popup) {
  const { form } = panel.view;
  const { base } = panel.findTarget();
  const client = form.readClient();
  const scope = form.readScope();
  /** @type {Record<string, string>} */
  const scoped = scope ? { scope } : {};
  switch (flow.kind) {
    case "clientCredentials":
      return askWithForm(flow, client, { grant_type: "client_credentials", ...scoped }, base);
    case "password":
      return askWithForm(flow, client, { grant_type: "password", ...form.readUser(), ...scoped }, base);
    case "deviceAuthorization": {
      const device = await startDevice(flow, client, scope, base);
      tell(panel, makeLink(device.page, say("Open the provider’s page")), ` ${say("and enter the code")} `,
        make("strong", {}, device.userCode), " ", makeCancel(panel));
      return waitForDevice(flow, client, device, base, panel.ending.signal);
    }
    default:
      return signIn(panel, flow, client, scope, popup);
  }
}

/** @param {Panel} panel @param {Flow} flow @param {Client} client @param {string} scope
 * @param {Window | null} popup @returns {Promise<Token>} */
async function signIn(panel, flow, client, scope, popup) {
  const { redirect, provider, ending } = panel;
  const { base } = panel.findTarget();
  const { url, state, verifier } = await prepareSignIn(flow, client, scope, redirect, base);
  popup?.location.replace(url);
  const [words, label] = popup
    ? [say("Sign in in the window that has opened."), say("Open it again")]
    : [say("The browser has blocked the window."), say("Open the sign-in page")];
  tell(panel, `${words} `, makeLink(url, label), " ", makeCancel(panel));
  const answer = await waitForReturn(state, ending.signal, provider.issuer);
  if (flow.kind === "implicit") return readToken(answer, { client });
  return exchangeCode(flow, client, answer.code ?? "", verifier, redirect, base);
}

/** @param {Panel} panel */
function makeCancel(panel) {
  return makeButton(say("Cancel"), () => panel.ending.abort(new Refused(say("Cancelled."))), { class: "play-tool" });
}

/** Does something that may be refused, and tells so. @param {Panel} panel @param {string} message
 * @param {() => Promise<void>} work */
async function attempt(panel, message, work) {
  panel.ending.abort(new Refused(say("Cancelled.")));
  const own = (panel.ending = new AbortController());
  tell(panel, `${message}…`);
  try {
    await work();
    if (own === panel.ending) tell(panel, "");
  } catch (error) {
    if (own !== panel.ending) return;
    tell(panel, error instanceof Refused ? error.message : say("That did not work."));
    if (!(error instanceof Refused)) console.error(error);
  }
}

/** @param {Panel} panel @param {...(string | Node)} parts */
function tell({ view }, ...parts) {
  view.progress.replaceChildren(...parts);
}

/** @param {Panel} panel @param {Token} token */
function takeToken(panel, token) {
  panel.change(token);
  showToken(panel, token);
  announce(say("Signed in"));
}

/** @param {Panel} panel */
async function renewToken(panel) {
  const { token } = panel;
  if (token) await attempt(panel, say("Renewing the token"), async () => takeToken(panel, await refreshToken(token)));
}

/** @param {Panel} panel */
async function signOut(panel) {
  const { token } = panel;
  panel.change(undefined);
  showToken(panel, undefined);
  panel.view.box.open = true;
  announce(say("Signed out"));
  if (token) await revokeToken(token);
}

/** @param {Panel} panel @param {Token | undefined} token */
function showToken(panel, token) {
  const { signedIn, refresh, summary, box } = panel.view;
  panel.token = token;
  signedIn.hidden = !token;
  refresh.hidden = !token?.refresh;
  summary.textContent = token ? say("Get another token") : say("Get a token from the provider");
  if (token) box.open = false;
  tellState(panel);
}

/** @param {Panel} panel */
function tellState({ token, view: { state } }) {
  if (!token) return;
  const words = describeToken(token);
  if (state.textContent !== words) state.textContent = words;
  state.toggleAttribute("data-expired", (token.expires ?? Infinity) <= Date.now());
}

/** @param {Token} token */
function describeToken({ expires, scope }) {
  const left = (expires ?? Infinity) - Date.now();
  let time = "";
  if (left <= 0) time = ` ${say("It has expired.")}`;
  else if (left < MINUTE) time = ` ${say("It expires in less than a minute.")}`;
  else if (left < Infinity) time = ` ${say("It expires in {count} min.", { count: Math.round(left / MINUTE) })}`;
  return `${say("Signed in")}.${time}${scope ? ` ${say("Scopes")}: ${scope}.` : ""}`;
}

/** @param {string} address @param {string} label */
function makeLink(address, label) {
  return make("a", { href: address, target: "_blank", rel: "noreferrer" }, label);
}
