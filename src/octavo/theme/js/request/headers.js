// Headers that every client accepts: no name twice, nothing that would end a line.
import { encodeStrict } from "./percent.js";
import { remember } from "./remember.js";

/** @typedef {[name: string, value: string]} Header */

const NOT_IN_NAME = /[^\w!#$%&'*+\-.^`|~]/g;
// A header is visible ASCII with blanks. Anything else is percent-encoded: clients refuse it, or
// each writes other bytes.
const NOT_IN_VALUE = /[^\t\x20-\x7e]+/g;

/** Adds a header unless there is one of that name. @param {Header[]} headers @param {string} name
 * @param {string} value */
export function addHeader(headers, name, value) {
  const clean = cleanName(name);
  if (!clean) return;
  const folded = clean.toLowerCase();
  if (headers.some(([other]) => other.toLowerCase() === folded)) return;
  headers.push([clean, cleanValue(value)]);
}

const cleanName = remember((name) => name.replace(NOT_IN_NAME, encodeStrict));

const cleanValue = remember((value) => value.replace(NOT_IN_VALUE, encodeStrict).trim());
