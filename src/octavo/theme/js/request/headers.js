// Headers that every client accepts: no name twice, nothing that would end a line.
import { bytesOf } from "./percent.js";

/** @typedef {[name: string, value: string]} Header */

const NOT_IN_NAME = /[^\w!#$%&'*+\-.^`|~]/g;
// A header is visible ASCII with blanks. Anything else is percent-encoded: clients refuse it, or
// each writes other bytes.
const NOT_IN_VALUE = /[^\t\x20-\x7e]+/g;

/** Adds a header unless there is one of that name. @param {Header[]} headers @param {string} name
 * @param {string} value */
export function addHeader(headers, name, value) {
  const clean = name.replace(NOT_IN_NAME, encodeAll);
  if (!clean) return;
  const folded = clean.toLowerCase();
  if (headers.some(([other]) => other.toLowerCase() === folded)) return;
  headers.push([clean, value.replace(NOT_IN_VALUE, encodeAll).trim()]);
}

/** @param {string} text */
function encodeAll(text) {
  return bytesOf(text).map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}
