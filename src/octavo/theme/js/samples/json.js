// The JSON text of a body, and what it looks like as a value of a language.
import { showHidden } from "./literals.js";

/** @typedef {import("../request/types.js").BuiltBody} BuiltBody */

const STRING_OR_WORD = /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g;
/** @type {Record<string, string>} */
const PYTHON_WORDS = { true: "True", false: "False", null: "None" };
// Numbers that a double cannot hold, as far as a look can tell.
const LONG_NUMBER = /\d[\d.]{15}|\d[eE][+-]?\d{3}/;

/** The text of a JSON body, with the escapes that all languages know; null where the body is none,
 * or not valid. @param {BuiltBody} body */
export function jsonText(body) {
  if (body.kind !== "text" || !/[/+]json *(?:;|$)/i.test(body.contentType)) return null;
  try {
    JSON.parse(body.text);
  } catch {
    return null;
  }
  const { text } = body;
  return showHidden(text.includes("\\") ? text.replace(/\\(?:u[\dA-Fa-f]{4}|.)/g, plainEscape) : text);
}

/** JSON as a Python value; null where that would change it. @param {string} json */
export function pythonValue(json) {
  // `json=None` means no body to the library.
  if (json.trim() === "null" || hasLongNumber(json, /\d{400}|\d[eE][+-]?\d{3}/)) return null;
  const indented = json.replace(/\n( +)/g, "\n$1$1");
  return /true|false|null/.test(json)
    ? indented.replace(STRING_OR_WORD, (found) => PYTHON_WORDS[found] ?? found)
    : indented;
}

/** JSON as a JavaScript value; null where that would change it. @param {string} json */
export function javascriptValue(json) {
  const changes = json.includes("__proto__") || /\\u005f/i.test(json) || hasLongNumber(json, LONG_NUMBER);
  return changes ? null : json;
}

/** @param {string} json @param {RegExp} pattern */
function hasLongNumber(json, pattern) {
  // Identifiers of many digits are mostly strings: look again without those.
  return pattern.test(json) && pattern.test(json.replace(STRING_OR_WORD, ""));
}

/** Escapes that only JSON has, or that stand for half a character, as the character itself.
 * @param {string} escape */
function plainEscape(escape) {
  if (escape === "\\/") return "/";
  const code = escape[1] === "u" ? parseInt(escape.slice(2), 16) : 0;
  return code >= 0xd800 && code < 0xe000 ? String.fromCharCode(code) : escape;
}
