// What the languages look like that are not shown first. The classes are those of colors.js.

const QUOTED = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const CALL = String.raw`[a-z_]\w*(?=\()`;
const NUMERAL = String.raw`(?<![\w.$-])-?\d+(?:\.\d+)?(?![\w.])`;

/** @type {Record<string, import("./colors.js").Table>} */
export const LANGUAGES = {
  python: {
    c: "#.*", s: `"""[^]*?"""|${QUOTED}`, k: words("import from as with"), b: words("None True False"),
    f: CALL, a: String.raw`\b\w+(?==[^= ])`, n: NUMERAL,
  },
  javascript: {
    c: String.raw`(?<=^|\n)\s*\/\/.*`, s: String.raw`${QUOTED}|\x60(?:[^\x60\\]|\\.)*\x60`,
    k: words("import from const let await new async"), b: words("true false null JSON"), f: CALL,
    a: String.raw`(?<=\n {2,})\w+(?=:)`, n: NUMERAL,
  },
  php: {
    s: `<<<'BODY'[^]*?\\nBODY|${QUOTED}`, k: String.raw`<\?php|\b(?:echo|new)\b`, v: String.raw`\$\w+`,
    b: String.raw`\b(?:true|false|null|[A-Z][A-Z_]+)\b`, f: CALL, n: NUMERAL,
  },
  go: {
    s: String.raw`${QUOTED}|\x60[^\x60]*\x60`, k: words("package import func return if defer var"), b: words("nil true false"),
    f: String.raw`\b[A-Za-z]\w*(?=\()`, n: NUMERAL,
  },
  java: {
    s: `"""[^]*?"""|${QUOTED}`, k: words("import public class static throws new return"), b: words("true false null"),
    t: String.raw`(?<![.\w"])[A-Z]\w*\b|\bvoid\b`, f: CALL, n: NUMERAL,
  },
};

/** @param {string} list */
function words(list) {
  return `\\b(?:${list.replaceAll(" ", "|")})\\b`;
}
