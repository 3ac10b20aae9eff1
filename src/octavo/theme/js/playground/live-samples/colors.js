// Colors code that the browser prints nearly as the build colors what it prints. The classes are
// those of code blocks: c comment, s string, k keyword, b constant, v variable, a attribute,
// f function, t type, n number.
import { make } from "../make.js";

/** @typedef {Record<string, string>} Table A pattern for each class. */

/** Those of other languages than this are loaded when they are looked at. @type {Record<string, Table>} */
const LANGUAGES = {
  bash: { s: String.raw`'[^']*'|"(?:[^"\\]|\\.)*"`, f: String.raw`(?<=^)curl\b`, a: "(?<= )--[a-z-]+" },
};

/** @type {Map<string, RegExp>} */
const patterns = new Map();

/** @param {string} text @param {string} language @returns {Promise<Node[]>} */
export async function colorCode(text, language) {
  /** @type {Node[]} */
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(await patternOf(language))) {
    if (match.index > end) nodes.push(new Text(text.slice(end, match.index)));
    const [kind] = Object.entries(match.groups ?? {}).find(([, token]) => token !== undefined) ?? [];
    nodes.push(make("span", { class: kind }, match[0]));
    end = match.index + match[0].length;
  }
  nodes.push(new Text(text.slice(end)));
  return nodes;
}

/** @param {string} language */
async function patternOf(language) {
  let pattern = patterns.get(language);
  if (!pattern) {
    const table = LANGUAGES[language] ?? (await import("./more-colors.js")).LANGUAGES[language];
    const parts = Object.entries(table ?? {}).map(([kind, part]) => `(?<${kind}>${part})`);
    pattern = new RegExp(parts.join("|") || "(?!)", "g");
    patterns.set(language, pattern);
  }
  return pattern;
}
