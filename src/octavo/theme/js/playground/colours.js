// Colours code that the browser prints nearly as the build colours what it prints. The classes are
// those of code blocks: c comment, s string, k keyword, b constant, v variable, a attribute,
// f function, t type, n number.
import { make } from "./make.js";

const QUOTED = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const CALL = String.raw`[a-z_]\w*(?=\()`;
const NUMBER = String.raw`(?<![\w.$-])-?\d+(?:\.\d+)?(?![\w.])`;

/** @type {Record<string, Record<string, string>>} */
const LANGUAGES = {
  bash: { s: String.raw`'[^']*'|"(?:[^"\\]|\\.)*"`, f: String.raw`(?<=^)curl\b`, a: "(?<= )--[a-z-]+" },
  python: {
    c: "#.*", s: `"""[^]*?"""|${QUOTED}`, k: words("import from as with"), b: words("None True False"),
    f: CALL, a: String.raw`\b\w+(?==[^= ])`, n: NUMBER,
  },
  javascript: {
    c: String.raw`(?<=^|\n)\s*\/\/.*`, s: String.raw`${QUOTED}|\x60(?:[^\x60\\]|\\.)*\x60`,
    k: words("import from const let await new async"), b: words("true false null JSON"), f: CALL,
    a: String.raw`(?<=\n {2,})\w+(?=:)`, n: NUMBER,
  },
  php: {
    s: `<<<'BODY'[^]*?\\nBODY|${QUOTED}`, k: String.raw`<\?php|\b(?:echo|new)\b`, v: String.raw`\$\w+`,
    b: String.raw`\b(?:true|false|null|[A-Z][A-Z_]+)\b`, f: CALL, n: NUMBER,
  },
  go: {
    s: String.raw`${QUOTED}|\x60[^\x60]*\x60`, k: words("package import func return if defer var"), b: words("nil true false"),
    f: String.raw`\b[A-Za-z]\w*(?=\()`, n: NUMBER,
  },
  java: {
    s: `"""[^]*?"""|${QUOTED}`, k: words("import public class static throws new return"), b: words("true false null"),
    t: String.raw`(?<![.\w"])[A-Z]\w*\b|\bvoid\b`, f: CALL, n: NUMBER,
  },
};

/** @param {string} list */
function words(list) {
  return `\\b(?:${list.replaceAll(" ", "|")})\\b`;
}

/** @type {Map<string, RegExp>} */
const patterns = new Map();

/** @param {string} text @param {string} language @returns {Node[]} */
export function colour(text, language) {
  /** @type {Node[]} */
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(patternOf(language))) {
    if (match.index > end) nodes.push(new Text(text.slice(end, match.index)));
    const [kind] = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined) ?? [];
    nodes.push(make("span", { class: kind }, match[0]));
    end = match.index + match[0].length;
  }
  nodes.push(new Text(text.slice(end)));
  return nodes;
}

/** @param {string} language */
function patternOf(language) {
  let pattern = patterns.get(language);
  if (!pattern) {
    const parts = Object.entries(LANGUAGES[language] ?? {}).map(([kind, part]) => `(?<${kind}>${part})`);
    pattern = new RegExp(parts.join("|") || "(?!)", "g");
    patterns.set(language, pattern);
  }
  return pattern;
}
