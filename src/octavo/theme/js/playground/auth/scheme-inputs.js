// What is typed for a security scheme: a key, a token, a name and a password.
import { makeButton, make, makeId } from "../make.js";
import { say } from "../../shared/say.js";

/** @typedef {import("../types.js").SchemeDetails} SchemeDetails */
/** @typedef {import("./vault.js").Entry} Entry */

/**
 * @typedef {object} Input
 * @property {HTMLElement} element
 * @property {string} label What its first field is called on the screen.
 * @property {(entry: Entry | undefined) => void} set Shows an entry, and tells nobody.
 * @property {() => void} focus
 * @property {() => Promise<void>} [renew] Gets a new token in place of the one there is.
 */

/** @typedef {(scheme: SchemeDetails, change: (entry: Entry | undefined) => void,
 * target: () => {origin: string, base: string}, fields: Fields) => Input} CreateInput */

/** @typedef {typeof FIELDS} Fields What other inputs are made of as well: these are loaded later, and get
 * them from here. */

export const FIELDS = { addLabel, createPaste, createSecret, makeSecretField, makeTextInput, startWith };

/** What makes the input of a scheme, which is loaded for some.
 * @param {SchemeDetails} scheme @returns {Promise<CreateInput>} */
export async function loadInput({ type, scheme }) {
  if (type === "oauth2" || type === "openIdConnect") return (await import("./oauth/token-input.js")).createOAuth;
  if (type === "http" && scheme === "basic") return (await import("./basic-input.js")).createBasic;
  return type === "mutualTLS" ? (await import("./notes.js")).createCertificateNote : createKey;
}

/** @type {CreateInput} */
function createKey(scheme, change) {
  const secret = createSecret(scheme, change);
  return { ...secret, element: make("div", { class: "play-auth" }, secret.element) };
}

/** @param {SchemeDetails} scheme @param {(entry: Entry | undefined) => void} change @returns {Input} */
function createSecret(scheme, change) {
  const isToken = scheme.type !== "apiKey";
  const isBearer = !scheme.scheme || scheme.scheme === "bearer";
  const usual = isToken ? (isBearer ? say("Token") : say("Credentials for {scheme}", { scheme: scheme.scheme })) : scheme.name ?? say("Key");
  const label = scheme.labels || usual;
  const paste = createPaste(scheme);
  const { element, input, mask } = makeSecretField(label, scheme.prefix, isToken ? scheme.bearerFormat : undefined);
  // The row already shows the name of a key.
  if (!isToken) element.querySelector("label")?.classList.add("visually-hidden");
  startWith(input, paste, (value) => {
    mask();
    change(value ? { value } : undefined);
  });
  return {
    element,
    label,
    set: (entry) => {
      input.value = paste.show(typeof entry?.value === "string" ? entry.value : "");
      mask();
    },
    focus: () => input.focus(),
  };
}

/** The text at the start of a field, and the credential in the text typed or pasted after it: readers
 * paste keys with their beginning, tokens with the word before them, and whole headers.
 * @typedef {object} Paste
 * @property {string} prefix
 * @property {(text: string) => string} read The credential, whole and once.
 * @property {(credential: string) => string} show What the field holds then.
 */

/** @param {SchemeDetails} scheme @returns {Paste} */
function createPaste({ type, scheme = "bearer", name, prefix = "" }) {
  const isKey = type === "apiKey";
  const word = isKey || scheme === "basic" ? "" : `${scheme} `;
  const header = `${(isKey && name) || "Authorization"}:`;
  // The word is written with the credential: of a prefix that holds it, only the rest is.
  const own = cutBeginning(prefix, word);

  /** @param {string} text @returns {string} */
  function stripAll(text) {
    const left = [header, prefix, own, word].reduce(cutBeginning, text.trim());
    return left === text ? left : stripAll(left);
  }

  return {
    prefix,
    read: (text) => {
      const left = prefix.startsWith(text.trim()) ? "" : stripAll(text);
      return left && own + left;
    },
    show: (credential) => prefix + cutBeginning(credential, own),
  };
}

/** @param {string} text @param {string} beginning In any letters. */
function cutBeginning(text, beginning) {
  return beginning && text.toLowerCase().startsWith(beginning.toLowerCase()) ? text.slice(beginning.length) : text;
}

/** Puts what a field starts with into it, where it stays. @param {HTMLInputElement} input @param {Paste} paste
 * @param {(credential: string) => void} tell */
function startWith(input, { prefix, read, show }, tell) {
  const isBare = () => input.value === prefix;
  input.value = prefix;
  input.addEventListener("input", () => tell(read(input.value)));
  input.addEventListener("change", () => {
    const whole = show(read(input.value));
    if (whole === input.value) return;
    input.value = whole;
    tell(read(whole));
  });
  // What is typed comes behind it, though the key Tab selects all.
  input.addEventListener("focus", () => isBare() && input.setSelectionRange(prefix.length, prefix.length));
}

/** A field whose text is hidden until the reader wants to see it; what it starts with is not.
 * @param {string} label @param {string} [prefix] @param {string} [placeholder] */
function makeSecretField(label, prefix = "", placeholder = undefined) {
  let isShown = false;
  const input = makeTextInput({ type: "password", placeholder });
  const eye = makeButton(say("Show"), () => {
    isShown = !isShown;
    eye.textContent = isShown ? say("Hide") : say("Show");
    mask();
  }, { class: "play-tool", "aria-label": say("Show or hide: {label}", { label }) });
  // Browsers want passwords in separate forms; this one is never submitted.
  const element = make("form", { class: "play-field", autocomplete: "off" },
    make("label", { for: input.id }, label),
    make("div", { class: "play-secret" }, input, eye));
  element.addEventListener("submit", (event) => event.preventDefault());

  function mask() {
    input.type = isShown || (prefix && input.value === prefix) ? "text" : "password";
  }

  return { element, input, mask };
}

/** @param {Record<string, string | undefined>} [attributes] */
function makeTextInput(attributes = {}) {
  return make("input", {
    type: "text", id: makeId("auth"), class: "slot-input", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    ...attributes,
  });
}

/** @param {string} label @param {HTMLElement} control */
function addLabel(label, control) {
  return make("div", { class: "play-field" }, make("label", { for: control.id }, label), control);
}
