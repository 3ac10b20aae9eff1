// What JSON looks like as a value of a language.
import { remember } from "../request/remember.js";

const STRING_OR_WORD = /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g;
/** @type {Record<string, string>} */
const PYTHON_WORDS = { true: "True", false: "False", null: "None" };
// Numbers that a double cannot hold, as far as a look can tell.
const LONG_NUMBER = /\d(?:[\d.]{15}|[eE][+-]?\d{3})/;

/** JSON as a Python value; null where that would change it. */
export const printPython = remember((json) => {
  // `json=None` means no body to the library.
  if (json.trim() === "null" || /\d(?:\d{399}|[eE][+-]?\d{3})/.test(findLongNumbers(json))) return null;
  let value = json.split("\n").map(indentTwice).join("\n");
  // What ends a line is no part of a string: most words need no look at the strings before them.
  for (const [word, python] of Object.entries(PYTHON_WORDS)) {
    value = value.replaceAll(`${word}\n`, `${python}\n`).replaceAll(`${word},\n`, `${python},\n`);
  }
  return Object.keys(PYTHON_WORDS).some((word) => value.includes(word))
    ? value.replace(STRING_OR_WORD, (word) => PYTHON_WORDS[word] ?? word)
    : value;
});

/** A line with twice the blanks before it, but the first. @param {string} line @param {number} at */
function indentTwice(line, at) {
  return at ? line.slice(0, line.length - line.trimStart().length) + line : line;
}

/** JSON as a JavaScript value; null where that would change it. @param {string} json */
export function printJavascript(json) {
  const isPrototype = json.includes("__proto__") || (json.includes("\\") && /\\u005f/i.test(json));
  return isPrototype || LONG_NUMBER.test(findLongNumbers(json)) ? null : json;
}

/** JSON without its strings where it may have such numbers, otherwise nothing: identifiers of many
 * digits are mostly strings. */
const findLongNumbers = remember((json) => LONG_NUMBER.test(json) ? json.replace(STRING_OR_WORD, "") : "");
