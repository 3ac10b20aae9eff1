// The part of a scheme's row that gets a token from a provider, and says how long it is good for.
import { announce } from "../../../shared/announce.js";
import { siteData } from "../../../shared/site-data.js";
import { button, make } from "../../make.js";
import { createOAuthForm } from "./client-form.js";
import { Refused, askWithForm, discover, exchangeCode, prepareSignIn, readAddress, readToken } from "./protocol.js";
import { refreshToken, revokeToken, startDevice, waitForDevice, waitForReturn } from "./protocol.js";

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

const POPUP = "popup,width=520,height=680";
const MINUTE = 60_000;

/** @param {SchemeDetails} scheme @param {(token: Token | undefined) => void} change
 * @param {() => {origin: string, base: string}} target @param {import("../scheme-inputs.js").Fields} fields
 * @returns {OAuthPanel} */
export function createOAuthPanel(scheme, change, target, fields) {
  const redirect = new URL(`${siteData.base}/_octavo/oauth/`, location.href).href;
  /** What the provider says about itself. @type {Partial<import("./protocol.js").Discovered>} */
  let provider = {};
  /** @type {Token | undefined} */
  let token;
  let ending = new AbortController();
  const progress = make("div", { class: "play-progress", role: "status" });
  const form = createOAuthForm(scheme, redirect, button("Get a token", get), fields);
  const state = make("p", { class: "play-oauth-state" });
  const refreshing = button("Refresh", renew, { class: "play-tool" });
  const signedIn = make("div", { class: "play-oauth-signed", hidden: true },
    state, refreshing, button("Sign out", signOut, { class: "play-tool" }));
  const summary = make("summary");
  const box = make("details", { class: "play-oauth" }, summary, form.element, progress);
  if (scheme.openIdUrl && !scheme.flows?.length) offerDiscovery();
  else form.setFlows(scheme.flows ?? []);
  show(undefined);
  setInterval(tellState, MINUTE / 4);

  /** Nothing is asked of a provider before the reader wants to. */
  function offerDiscovery() {
    form.element.hidden = true;
    const asking = button("Ask the provider how to sign in", () => attempt("Asking the provider", async () => {
      provider = await discover(readAddress(scheme.openIdUrl, target().base));
      form.setFlows(provider.flows ?? []);
      form.element.hidden = false;
      asking.remove();
      form.focus();
    }));
    form.element.before(asking);
  }

  async function get() {
    const flow = form.flow();
    if (!flow) return;
    if (!form.client().id) {
      form.focus();
      return tell("The client ID is missing: the provider gives it to you when you register.");
    }
    // The window must be opened by the click itself, or browsers block it.
    const popup = form.opensWindow() ? window.open("", "_blank", POPUP) : null;
    if (popup) popup.opener = null;
    await attempt("Waiting for the provider", async () => {
      try {
        take({ ...(await obtain(flow, popup)), revokeUrl: provider.revokeUrl });
      } finally {
        popup?.close();
      }
    });
  }

  /** @param {Flow} flow @param {Window | null} popup @returns {Promise<Token>} */
  async function obtain(flow, popup) {
    const { base } = target();
    const client = form.client();
    const scope = form.scope();
    /** @type {Record<string, string>} */
    const scoped = scope ? { scope } : {};
    switch (flow.kind) {
      case "clientCredentials":
        return askWithForm(flow, client, { grant_type: "client_credentials", ...scoped }, base);
      case "password":
        return askWithForm(flow, client, { grant_type: "password", ...form.user(), ...scoped }, base);
      case "deviceAuthorization": {
        const device = await startDevice(flow, client, scope, base);
        tell("Open ", link(device.page, "the provider’s page"), " and enter the code ",
          make("strong", {}, device.userCode), ". ", cancelButton());
        return waitForDevice(flow, client, device, base, ending.signal);
      }
      default:
        return signIn(flow, client, scope, base, popup);
    }
  }

  /** @param {Flow} flow @param {Client} client @param {string} scope @param {string} base
   * @param {Window | null} popup @returns {Promise<Token>} */
  async function signIn(flow, client, scope, base, popup) {
    const { url, state: sent, verifier } = await prepareSignIn(flow, client, scope, redirect, base);
    popup?.location.replace(url);
    const [words, label] = popup
      ? ["Sign in in the window that has opened. ", "Open it again"]
      : ["The browser has blocked the window. ", "Open the sign-in page"];
    tell(words, link(url, label), " ", cancelButton());
    const answer = await waitForReturn(sent, ending.signal, provider.issuer);
    if (flow.kind === "implicit") return readToken(answer, { client });
    return exchangeCode(flow, client, answer.code ?? "", verifier, redirect, base);
  }

  function cancelButton() {
    return button("Cancel", () => ending.abort(new Refused("Cancelled.")), { class: "play-tool" });
  }

  /** Does something that may be refused, and tells so. @param {string} message @param {() => Promise<void>} work */
  async function attempt(message, work) {
    ending.abort(new Refused("Cancelled."));
    const own = (ending = new AbortController());
    tell(`${message}…`);
    try {
      await work();
      if (own === ending) tell("");
    } catch (error) {
      if (own !== ending) return;
      tell(error instanceof Refused ? error.message : "That did not work.");
      if (!(error instanceof Refused)) console.error(error);
    }
  }

  /** @param {...(string | Node)} parts */
  function tell(...parts) {
    progress.replaceChildren(...parts);
  }

  /** @param {Token} next */
  function take(next) {
    change(next);
    show(next);
    announce("Signed in");
  }

  async function renew() {
    const old = token;
    if (old) await attempt("Renewing the token", async () => take(await refreshToken(old)));
  }

  async function signOut() {
    const old = token;
    change(undefined);
    show(undefined);
    box.open = true;
    announce("Signed out");
    if (old) await revokeToken(old);
  }

  /** @param {Token | undefined} next */
  function show(next) {
    token = next;
    signedIn.hidden = !next;
    refreshing.hidden = !next?.refresh;
    summary.textContent = next ? "Get another token" : "Get a token from the provider";
    if (next) box.open = false;
    tellState();
  }

  function tellState() {
    if (!token) return;
    const words = stateText(token);
    if (state.textContent !== words) state.textContent = words;
    state.toggleAttribute("data-expired", (token.expires ?? Infinity) <= Date.now());
  }

  return { element: make("div", {}, signedIn, box), show, renew };
}

/** @param {Token} token */
function stateText({ expires, scope }) {
  const left = (expires ?? Infinity) - Date.now();
  let time = "";
  if (left <= 0) time = " It has expired.";
  else if (left < MINUTE) time = " It expires in less than a minute.";
  else if (left < Infinity) time = ` It expires in ${Math.round(left / MINUTE)} min.`;
  return `Signed in.${time}${scope ? ` Scopes: ${scope}.` : ""}`;
}

/** @param {string} address @param {string} label */
function link(address, label) {
  return make("a", { href: address, target: "_blank", rel: "noreferrer" }, label);
}
