// What JSON looks like as a value of a language.

const STRING_OR_WORD = /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g;
/** @type {Record<string, string>} */
const PYTHON_WORDS = { true: "True", false: "False", null: "None" };
// Numbers that a double cannot hold, as far as a look can tell.
const LONG_NUMBER = /\d[\d.]{15}|\d[eE][+-]?\d{3}/;

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
