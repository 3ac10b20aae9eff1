// The part of a scheme's row that gets a token from a provider, and says how long it is good for.
import { announce } from "../../announce.js";
import { siteData } from "../../site-data.js";
import { button, make, newId } from "../make.js";
import { secretField } from "./inputs.js";
import { Refused, askWithForm, discover, exchangeCode, prepareSignIn, readAddress, readToken } from "./oauth.js";
import { refreshToken, revokeToken, startDevice, waitForDevice, waitForReturn } from "./oauth.js";

/** @typedef {import("../types.js").SchemeDetails} SchemeDetails */
/** @typedef {import("../types.js").Flow} Flow */
/** @typedef {import("./oauth.js").Token} Token */

/**
 * @typedef {object} OAuthPanel
 * @property {HTMLElement} element
 * @property {(token: Token | undefined) => void} show
 * @property {() => Promise<void>} renew
 */

/** @type {Record<string, string>} */
const NAMES = {
  authorizationCode: "Sign in (authorization code)", implicit: "Sign in (implicit)", password: "Name and password",
  clientCredentials: "Client credentials", deviceAuthorization: "Sign in on another device",
};
const SECRET_FLOWS = ["authorizationCode", "password", "clientCredentials", "deviceAuthorization"];
const POPUP = "popup,width=520,height=680";
const MINUTE = 60_000;

/** @param {SchemeDetails} scheme @param {(token: Token | undefined) => void} change
 * @param {() => {origin: string, base: string}} target @returns {OAuthPanel} */
export function createOAuthPanel(scheme, change, target) {
  const redirect = new URL(`${siteData.base}/_octavo/oauth/`, location.href).href;
  /** @type {Flow[]} */
  let flows = scheme.flows ?? [];
  let issuer = "";
  /** @type {string | undefined} */
  let revokeUrl;
  /** @type {Token | undefined} */
  let token;
  let ending = new AbortController();

  const flowChoice = make("select", { id: newId("auth"), class: "slot-input" });
  const flowField = field("Way", flowChoice);
  const clientId = make("input", { type: "text", id: newId("auth"), class: "slot-input", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const clientSecret = secretField("Client secret");
  const userName = make("input", { type: "text", id: newId("auth"), class: "slot-input", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const nameField = field("Username", userName);
  const password = secretField("Password");
  const scopes = make("fieldset", { class: "play-scopes" });
  const redirectHint = make("p", { class: "play-hint" }, "Register this redirect address with the provider: ", make("code", {}, redirect));
  const getting = button("Get a token", get);
  const progress = make("div", { class: "play-progress", role: "status" });
  const form = make("div", { class: "play-oauth-form" }, flowField, field("Client ID", clientId), clientSecret.element, nameField, password.element, scopes, redirectHint, getting);
  const state = make("p", { class: "play-oauth-state" });
  const refreshing = button("Refresh", renew, { class: "play-tool" });
  const signingOut = button("Sign out", signOut, { class: "play-tool" });
  const signedIn = make("div", { class: "play-oauth-signed", hidden: true }, state, refreshing, signingOut);
  const summary = make("summary", {}, "Get a token from the provider");
  const box = make("details", { class: "play-oauth" }, summary, form, progress);
  const element = make("div", {}, signedIn, box);

  flowChoice.addEventListener("change", arrange);
  if (scheme.openIdUrl && !flows.length) askProvider();
  else arrangeFlows();
  setInterval(tellState, MINUTE / 4);

  /** Nothing is asked of a provider before the reader wants to. */
  function askProvider() {
    form.hidden = true;
    const asking = button("Ask the provider how to sign in", async () => {
      await attempt("Asking the provider", async () => {
        const found = await discover(readAddress(scheme.openIdUrl, target().base));
        ({ issuer, flows, revokeUrl } = found);
        asking.remove();
        form.hidden = false;
        arrangeFlows();
        clientId.focus();
      });
    });
    form.before(asking);
  }

  function arrangeFlows() {
    flowChoice.replaceChildren(...flows.map(({ kind }, index) => make("option", { value: String(index) }, NAMES[kind] ?? kind)));
    flowField.hidden = flows.length < 2;
    arrange();
  }

  function flow() {
    return flows[Number(flowChoice.value) || 0] ?? flows[0];
  }

  /** Shows what the chosen way needs. */
  function arrange() {
    const chosen = flow();
    if (!chosen) {
      form.replaceChildren(make("p", { class: "play-hint" }, "The documentation does not say how to get a token. Paste one above."));
      return;
    }
    const { kind } = chosen;
    clientSecret.element.hidden = !SECRET_FLOWS.includes(kind);
    nameField.hidden = password.element.hidden = kind !== "password";
    redirectHint.hidden = kind !== "authorizationCode" && kind !== "implicit";
    getting.textContent = redirectHint.hidden ? "Get a token" : "Sign in";
    const needed = new Set(scheme.scopes ?? []);
    if (scheme.type === "openIdConnect") needed.add("openid");
    const all = new Map([...chosen.scopes, ...[...needed].filter((name) => !chosen.scopes.some(([own]) => own === name)).map((name) => /** @type {[string, string]} */ ([name, ""]))]);
    scopes.hidden = !all.size;
    scopes.replaceChildren(make("legend", {}, "Scopes"), ...[...all].map(([name, meaning]) => {
      const box = make("input", { type: "checkbox", value: name });
      box.checked = needed.has(name);
      return make("label", {}, box, " ", make("code", {}, name), meaning && ` ${meaning}`);
    }));
  }

  async function get() {
    const chosen = flow();
    if (!chosen) return;
    if (!clientId.value.trim()) {
      clientId.focus();
      return tell("The client ID is missing: the provider gives it to you when you register.");
    }
    const client = { id: clientId.value.trim(), ...(clientSecret.input.value && !clientSecret.element.hidden ? { secret: clientSecret.input.value } : {}) };
    const scope = [...scopes.querySelectorAll("input:checked")].map((each) => /** @type {HTMLInputElement} */ (each).value).join(" ");
    // The window must be opened by the click itself, or browsers block it.
    const popup = redirectHint.hidden ? null : window.open("", "_blank", POPUP);
    if (popup) popup.opener = null;
    await attempt("Waiting for the provider", async () => {
      try {
        take({ ...(await obtain(chosen, client, scope, popup)), revokeUrl });
      } finally {
        popup?.close();
      }
    });
  }

  /** @param {Flow} chosen @param {import("./oauth.js").Client} client @param {string} scope
   * @param {Window | null} popup @returns {Promise<Token>} */
  async function obtain(chosen, client, scope, popup) {
    const { base } = target();
    /** @type {Record<string, string>} */
    const scoped = scope ? { scope } : {};
    switch (chosen.kind) {
      case "clientCredentials":
        return askWithForm(chosen, client, { grant_type: "client_credentials", ...scoped }, base);
      case "password":
        return askWithForm(chosen, client, { grant_type: "password", username: userName.value, password: password.input.value, ...scoped }, base);
      case "deviceAuthorization": {
        const device = await startDevice(chosen, client, scope, base);
        tell("Open ", link(device.page, "the provider’s page"), " and enter the code ", make("strong", {}, device.userCode), ". ", cancelButton());
        return waitForDevice(chosen, client, device, base, ending.signal);
      }
      default: {
        const { url, state: sent, verifier } = await prepareSignIn(chosen, client, scope, redirect, base);
        if (popup) popup.location.replace(url);
        tell(popup ? "Sign in in the window that has opened. " : "The browser has blocked the window. ", link(url, popup ? "Open it again" : "Open the sign-in page"), " ", cancelButton());
        const answer = await waitForReturn(sent, ending.signal, issuer);
        return chosen.kind === "implicit" ? readToken(answer, { client }) : exchangeCode(chosen, client, answer.code ?? "", verifier, redirect, base);
      }
    }
  }

  function cancelButton() {
    return button("Cancel", () => ending.abort(new Refused("Cancelled.")), { class: "play-tool" });
  }

  /** @param {string} message @param {() => Promise<void>} work */
  async function attempt(message, work) {
    ending.abort(new Refused("Cancelled."));
    ending = new AbortController();
    const own = ending;
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
    token = next;
    change(next);
    show(next);
    announce("Signed in");
  }

  async function renew() {
    if (!token) return;
    const old = token;
    await attempt("Renewing the token", async () => take(await refreshToken(old)));
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
    const left = token.expires === undefined ? null : token.expires - Date.now();
    const time = left === null ? "" : left <= 0 ? " It has expired." : left < MINUTE ? " It expires in less than a minute." : ` It expires in ${Math.round(left / MINUTE)} min.`;
    const words = `Signed in.${time}${token.scope ? ` Scopes: ${token.scope}.` : ""}`;
    if (state.textContent !== words) state.textContent = words;
    state.toggleAttribute("data-expired", left !== null && left <= 0);
  }

  return { element, show, renew };
}

/** @param {string} label @param {HTMLElement} control */
function field(label, control) {
  return make("div", { class: "play-field" }, make("label", { for: control.id }, label), control);
}

/** @param {string} address @param {string} label */
function link(address, label) {
  return make("a", { href: address, target: "_blank", rel: "noreferrer" }, label);
}
