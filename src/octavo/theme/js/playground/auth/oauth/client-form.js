// What a provider wants to know before it gives a token: the client, the scopes, a name.
import { make, newId } from "../../make.js";

/** @typedef {import("../../types.js").SchemeDetails} SchemeDetails */
/** @typedef {import("../../types.js").Flow} Flow */

/** @type {Record<string, string>} */
const NAMES = {
  authorizationCode: "Sign in (authorization code)",
  implicit: "Sign in (implicit)",
  password: "Name and password",
  clientCredentials: "Client credentials",
  deviceAuthorization: "Sign in on another device",
};

/**
 * @typedef {object} OAuthForm
 * @property {HTMLElement} element
 * @property {(flows: Flow[]) => void} setFlows
 * @property {() => Flow | undefined} flow The chosen way.
 * @property {() => boolean} opensWindow Whether the reader is sent to the provider.
 * @property {() => import("./protocol.js").Client} client
 * @property {() => string} scope
 * @property {() => {username: string, password: string}} user
 * @property {() => void} focus
 */

/** @param {SchemeDetails} scheme @param {string} redirect @param {HTMLElement} action The button.
 * @param {import("../scheme-inputs.js").Fields} fields @returns {OAuthForm} */
export function createOAuthForm(scheme, redirect, action, { labeled, secretField, textInput }) {
  /** @type {Flow[]} */
  let flows = [];
  const ways = make("select", { id: newId("auth"), class: "slot-input" });
  const wayField = labeled("Way", ways);
  const clientId = textInput();
  const secret = secretField("Client secret");
  const username = textInput();
  const nameField = labeled("Username", username);
  const password = secretField("Password");
  const scopes = make("fieldset", { class: "play-scopes" });
  const hint = make("p", { class: "play-hint" },
    "Register this redirect address with the provider: ", make("code", {}, redirect));
  const element = make("div", { class: "play-oauth-form" },
    wayField, labeled("Client ID", clientId), secret.element, nameField, password.element, scopes, hint, action);
  ways.addEventListener("change", arrange);

  const flow = () => flows[Number(ways.value) || 0];

  /** Shows what the chosen way needs. */
  function arrange() {
    const way = flow();
    if (!way) {
      const words = "The documentation does not say how to get a token. Paste one above.";
      return element.replaceChildren(make("p", { class: "play-hint" }, words));
    }
    const opensWindow = way.kind === "authorizationCode" || way.kind === "implicit";
    secret.element.hidden = way.kind === "implicit";
    nameField.hidden = password.element.hidden = way.kind !== "password";
    hint.hidden = !opensWindow;
    action.textContent = opensWindow ? "Sign in" : "Get a token";
    const list = scopesOf(scheme, way);
    scopes.hidden = !list.length;
    scopes.replaceChildren(make("legend", {}, "Scopes"), ...list.map(({ name, meaning, isNeeded }) => {
      const box = make("input", { type: "checkbox", value: name });
      box.checked = isNeeded;
      return make("label", {}, box, " ", make("code", {}, name), meaning && ` ${meaning}`);
    }));
  }

  return {
    element,
    setFlows: (list) => {
      flows = list;
      ways.replaceChildren(...flows.map(({ kind }, at) => make("option", { value: String(at) }, NAMES[kind] ?? kind)));
      wayField.hidden = flows.length < 2;
      arrange();
    },
    flow,
    opensWindow: () => !hint.hidden,
    client: () => {
      const id = clientId.value.trim();
      return secret.input.value && !secret.element.hidden ? { id, secret: secret.input.value } : { id };
    },
    scope: () => {
      const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (scopes.querySelectorAll("input:checked"));
      return [...boxes].map(({ value }) => value).join(" ");
    },
    user: () => ({ username: username.value, password: password.input.value }),
    focus: () => clientId.focus(),
  };
}

/** The scopes of a way; those that the operation asks for are chosen.
 * @param {SchemeDetails} scheme @param {Flow} flow */
function scopesOf(scheme, flow) {
  const names = new Set(scheme.scopes);
  if (scheme.type === "openIdConnect") names.add("openid");
  const meanings = new Map(flow.scopes);
  return [...new Set([...meanings.keys(), ...names])].map((name) => (
    { name, meaning: meanings.get(name) ?? "", isNeeded: names.has(name) }));
}
