// What JSON looks like as a value of a language.

const STRING_OR_WORD = /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g;
/** @type {Record<string, string>} */
const PYTHON_WORDS = { true: "True", false: "False", null: "None" };
// Numbers that a double cannot hold, as far as a look can tell.
const LONG_NUMBER = /\d(?:[\d.]{15}|[eE][+-]?\d{3})/;

/** JSON as a Python value; null where that would change it. @param {string} json */
export function pythonValue(json) {
  // `json=None` means no body to the library.
  if (json.trim() === "null" || /\d(?:\d{399}|[eE][+-]?\d{3})/.test(longNumbers(json))) return null;
  const indented = json.replace(/\n( +)/g, "\n$1$1");
  return /[tfn](?:rue|alse|ull)/.test(json)
    ? indented.replace(STRING_OR_WORD, (word) => PYTHON_WORDS[word] ?? word)
    : indented;
}

/** JSON as a JavaScript value; null where that would change it. @param {string} json */
export function javascriptValue(json) {
  const isPrototype = json.includes("__proto__") || (json.includes("\\") && /\\u005f/i.test(json));
  return isPrototype || LONG_NUMBER.test(longNumbers(json)) ? null : json;
}

/** JSON without its strings where it may have such numbers, otherwise nothing: identifiers of many
 * digits are mostly strings. @remembered @param {string} json */
function longNumbers(json) {
  return LONG_NUMBER.test(json) ? json.replace(STRING_OR_WORD, "") : "";
}
