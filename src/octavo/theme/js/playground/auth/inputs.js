// What is typed for a security scheme: a key, a token, a name and a password.
import { button, make, newId } from "../make.js";

/** @typedef {import("../types.js").SchemeDetails} SchemeDetails */
/** @typedef {import("./vault.js").Entry} Entry */

/**
 * @typedef {object} Input
 * @property {HTMLElement} element
 * @property {(entry: Entry | undefined) => void} set Shows an entry, and tells nobody.
 * @property {() => void} focus
 * @property {() => Promise<void>} [renew] Gets a new token in place of the one there is.
 */

/** @typedef {{labelled: typeof labelled, secretField: typeof secretField, textInput: typeof textInput}} Fields
 * What the sign-in is made of as well: it is loaded later, and gets them from here. */

/** @param {SchemeDetails} scheme @param {(entry: Entry | undefined) => void} change
 * @param {() => {origin: string, base: string}} target @returns {Input} */
export function createInput(scheme, change, target) {
  if (scheme.type === "mutualTLS") {
    const element = make("p", { class: "play-auth play-hint" },
      "Your browser chooses the certificate when it connects. The proxy has none.");
    return { element, set: () => {}, focus: () => {} };
  }
  if (scheme.type === "http" && scheme.scheme === "basic") return createBasic(scheme, change);
  if (scheme.type === "oauth2" || scheme.type === "openIdConnect") return createOAuth(scheme, change, target);
  const secret = createSecret(scheme, change);
  return { ...secret, element: make("div", { class: "play-auth" }, secret.element) };
}

/** @param {SchemeDetails} scheme @param {(entry: Entry | undefined) => void} change @returns {Input} */
function createSecret(scheme, change) {
  const { prefix = "" } = scheme;
  const isToken = scheme.type !== "apiKey";
  const isBearer = !scheme.scheme || scheme.scheme === "bearer";
  const label = isToken ? (isBearer ? "Token" : `Credentials for ${scheme.scheme}`) : scheme.name ?? "Key";
  const { element, input } = secretField(label, prefix, isToken ? scheme.bearerFormat : undefined);
  // The row already shows the name of a key.
  if (!isToken) element.querySelector("label")?.classList.add("visually-hidden");
  input.addEventListener("input", () => change(input.value ? { value: prefix + input.value } : undefined));
  return {
    element,
    set: (entry) => {
      const text = typeof entry?.value === "string" ? entry.value : "";
      input.value = text.startsWith(prefix) ? text.slice(prefix.length) : text;
    },
    focus: () => input.focus(),
  };
}

/** @param {SchemeDetails} scheme @param {(entry: Entry | undefined) => void} change @returns {Input} */
function createBasic({ labels = "" }, change) {
  const [nameLabel, passwordLabel] = labels.includes(":") ? labels.split(":") : [labels, ""];
  const name = textInput();
  const password = secretField(passwordLabel?.trim() || "Password");
  const tell = () => {
    const value = { username: name.value, password: password.input.value };
    change(value.username || value.password ? { value } : undefined);
  };
  name.addEventListener("input", tell);
  password.input.addEventListener("input", tell);
  const element = make("div", { class: "play-auth" },
    labelled(nameLabel?.trim() || "Username", name), password.element);
  return {
    element,
    set: (entry) => {
      const given = typeof entry?.value === "object" ? entry.value : { username: "", password: "" };
      name.value = given.username;
      password.input.value = given.password;
    },
    focus: () => name.focus(),
  };
}

/** @param {SchemeDetails} scheme @param {(entry: Entry | undefined) => void} change
 * @param {() => {origin: string, base: string}} target @returns {Input} */
function createOAuth(scheme, change, target) {
  const secret = createSecret({ ...scheme, scheme: "bearer" }, (entry) => {
    panel?.show(undefined);
    change(entry);
  });
  /** @type {import("./oauth-panel.js").OAuthPanel | undefined} */
  let panel;
  /** @type {Entry | undefined} */
  let shown;
  const element = make("div", { class: "play-auth" }, secret.element);
  let loading = load();

  async function load() {
    const found = await import("./oauth-panel.js").catch(() => null);
    if (!found) return offerAgain();
    panel = found.createOAuthPanel(scheme, (token) => {
      const entry = token && { value: token.access, token };
      secret.set(entry);
      change(entry);
    }, target, { labelled, secretField, textInput });
    element.append(panel.element);
    panel.show(shown?.token);
  }

  function offerAgain() {
    const trouble = make("p", { class: "play-hint", role: "alert" }, "The sign-in could not be loaded. ",
      button("Try again", () => {
        trouble.remove();
        loading = load();
      }, { class: "play-tool" }));
    element.append(trouble);
  }

  return {
    element,
    set: (entry) => {
      shown = entry;
      secret.set(entry);
      panel?.show(entry?.token);
    },
    focus: secret.focus,
    renew: async () => {
      await loading;
      await panel?.renew();
    },
  };
}

/** A field whose text is hidden until the reader wants to see it.
 * @param {string} label @param {string} [prefix] @param {string} [placeholder] */
function secretField(label, prefix = "", placeholder = undefined) {
  const input = textInput({ type: "password", placeholder });
  const eye = button("Show", () => {
    const isHidden = input.type === "password";
    input.type = isHidden ? "text" : "password";
    eye.textContent = isHidden ? "Hide" : "Show";
  }, { class: "play-tool", "aria-label": `Show or hide: ${label}` });
  // Browsers want passwords in forms of their own; nothing is submitted.
  const element = make("form", { class: "play-field", autocomplete: "off" },
    make("label", { for: input.id }, label),
    make("div", { class: "play-secret" }, prefix && make("span", { class: "play-prefix" }, prefix), input, eye));
  element.addEventListener("submit", (event) => event.preventDefault());
  return { element, input };
}

/** @param {Record<string, string | undefined>} [attributes] */
function textInput(attributes = {}) {
  return make("input", {
    type: "text", id: newId("auth"), class: "slot-input", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    ...attributes,
  });
}

/** @param {string} label @param {HTMLElement} control */
function labelled(label, control) {
  return make("div", { class: "play-field" }, make("label", { for: control.id }, label), control);
}
