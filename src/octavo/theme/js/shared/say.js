// What the interface says, in the language of the page. Texts are named by their English words; pages in
// another language load its table (texts/*.js) before all other scripts.

/** @type {Record<string, string>} */
const texts = /** @type {any} */ (globalThis).octavoTexts ?? {};

/** @param {string} text @param {Record<string, unknown>} [values] What stands in its braces. */
export function say(text, values = {}) {
  return (texts[text] ?? text).replace(/\{(\w+)\}/g, (place, name) => (name in values ? String(values[name]) : place));
}
