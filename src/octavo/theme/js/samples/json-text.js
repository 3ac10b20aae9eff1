// The JSON text of a body, as samples show it.
import { showHidden } from "./literals.js";
import { remember } from "../request/remember.js";

/** @typedef {import("../request/types.js").BuiltBody} BuiltBody */

/** The text of a JSON body, with the escapes that all languages know; null where the body is none,
 * or not valid. @param {BuiltBody} body */
export function findJson(body) {
  if (body.kind !== "text" || !/[/+]json *(?:;|$)/i.test(body.contentType)) return null;
  const { text } = body;
  if (!isValid(text)) return null;
  return showHidden(text.includes("\\") ? text.replace(/\\(?:u[\dA-Fa-f]{4}|.)/g, simplify) : text);
}

const isValid = remember((text) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
});

/** Escapes that only JSON has, or that stand for half a character, as the character itself.
 * @param {string} escape */
function simplify(escape) {
  if (escape === "\\/") return "/";
  const code = escape[1] === "u" ? parseInt(escape.slice(2), 16) : 0;
  return code >= 0xd800 && code < 0xe000 ? String.fromCharCode(code) : escape;
}
