// Colors code that the browser prints as the build colors what it prints.
import { make } from "../make.js";
import { readTokens } from "../../samples/tokens.js";

/** @param {string} text @param {string} language @returns {Promise<Node[]>} */
export async function colorCode(text, language) {
  const rules = /** @type {import("../../samples/tokens.js").Language} */ (await import(`../../samples/grammars/${language}.js`));
  return readTokens(text, rules, language).flatMap(([kind, token]) => (kind ? token.split(/(?<=\n)|(?=\n)/) : [token]).map((line) => (
    kind && line !== "\n" ? make("span", { class: kind }, line) : new Text(line))));
}
