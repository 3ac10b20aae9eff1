// What a provider wants to know before it gives a token: the client, the scopes, a name.
import { make, makeId } from "../../make.js";
import { say } from "../../../shared/say.js";

/** @typedef {import("../../types.js").SchemeDetails} SchemeDetails */
/** @typedef {import("../../types.js").Flow} Flow */

/** @type {Record<string, string>} */
const NAMES = {
  authorizationCode: say("Sign in (authorization code)"),
  implicit: say("Sign in (implicit)"),
  password: say("Name and password"),
  clientCredentials: say("Client credentials"),
  deviceAuthorization: say("Sign in on another device"),
};

/**
 * @typedef {object} OAuthForm
 * @property {HTMLElement} element
 * @property {(flows: Flow[]) => void} setFlows
 * @property {() => Flow | undefined} findFlow The chosen way.
 * @property {() => boolean} opensWindow Whether the reader is sent to the provider.
 * @property {() => import("./protocol.js").Client} readClient
 * @property {() => string} readScope
 * @property {() => {username: string, password: string}} readUser
 * @property {() => void} focus
 */

/** @param {SchemeDetails} scheme @param {string} redirect @param {HTMLElement} action The button.
 * @param {import("../scheme-inputs.js").Fields} fields @returns {OAuthForm} */
export function createOAuthForm(scheme, redirect, action, { addLabel, makeSecretField, makeTextInput }) {
  /** @type {Flow[]} */
  let flows = [];
  const ways = make("select", { id: makeId("auth"), class: "slot-input" });
  const wayField = addLabel(say("Way"), ways);
  const clientId = makeTextInput();
  const secret = makeSecretField(say("Client secret"));
  const username = makeTextInput();
  const nameField = addLabel(say("Username"), username);
  const password = makeSecretField(say("Password"));
  const scopes = make("fieldset", { class: "play-scopes" });
  const hint = make("p", { class: "play-hint" },
    `${say("Register this redirect address with the provider:")} `, make("code", {}, redirect));
  const element = make("div", { class: "play-oauth-form" },
    wayField, addLabel(say("Client ID"), clientId), secret.element, nameField, password.element, scopes, hint, action);
  ways.addEventListener("change", arrange);

  const findFlow = () => flows[Number(ways.value) || 0];

  /** Shows what the chosen way needs. */
  function arrange() {
    const way = findFlow();
    if (!way) {
      const words = say("The documentation does not say how to get a token. Paste one above.");
      return element.replaceChildren(make("p", { class: "play-hint" }, words));
    }
    const opensWindow = way.kind === "authorizationCode" || way.kind === "implicit";
    secret.element.hidden = way.kind === "implicit";
    nameField.hidden = password.element.hidden = way.kind !== "password";
    hint.hidden = !opensWindow;
    action.textContent = opensWindow ? say("Sign in") : say("Get a token");
    const list = listScopes(scheme, way);
    scopes.hidden = !list.length;
    scopes.replaceChildren(make("legend", {}, say("Scopes")), ...list.map(({ name, meaning, isNeeded }) => {
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
    findFlow,
    opensWindow: () => !hint.hidden,
    readClient: () => {
      const id = clientId.value.trim();
      return secret.input.value && !secret.element.hidden ? { id, secret: secret.input.value } : { id };
    },
    readScope: () => {
      const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (scopes.querySelectorAll("input:checked"));
      return [...boxes].map(({ value }) => value).join(" ");
    },
    readUser: () => ({ username: username.value, password: password.input.value }),
    focus: () => clientId.focus(),
  };
}

/** The scopes of a way; those that the operation asks for are chosen.
 * @param {SchemeDetails} scheme @param {Flow} flow */
function listScopes(scheme, flow) {
  const names = new Set(scheme.scopes);
  if (scheme.type === "openIdConnect") names.add("openid");
  const meanings = new Map(flow.scopes);
  return [...new Set([...meanings.keys(), ...names])].map((name) => (
    { name, meaning: meanings.get(name) ?? "", isNeeded: names.has(name) }));
}
