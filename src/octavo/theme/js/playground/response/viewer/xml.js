// XML with a line for each element; text stays on the line of its element.

const TOKENS = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<[^>]*>?|[^<]+/g;
const LARGEST = 500_000;
const DEEPEST = 40;

/** @param {string} xml */
export function indentXml(xml) {
  if (xml.length > LARGEST) return xml;
  /** @type {string[]} */
  const lines = [];
  /** @type {string[]} */
  let line = [];
  let depth = 0;
  /** How many elements are open in the midst of text. */
  let inline = 0;
  let last = "";
  const begin = () => {
    if (line.length) lines.push(line.join(""));
    line = ["  ".repeat(Math.min(depth, DEEPEST))];
  };
  for (const [token] of xml.matchAll(TOKENS)) {
    const kind = findKind(token);
    if (kind === "text" && !token.trim()) continue;
    if (kind === "end") depth = Math.max(0, depth - 1);
    const stays = kind === "text" || inline > 0 || last === "text" || (kind === "end" && last === "start");
    if (!stays || !line.length) begin();
    if (kind === "start" && stays) inline++;
    if (kind === "end" && inline) inline--;
    line.push(token);
    if (kind === "start") depth++;
    // Behind an element in the midst of text, more of that text may come.
    last = inline || (kind !== "text" && last === "text" && kind !== "end") ? "text" : kind;
  }
  if (line.length) lines.push(line.join(""));
  return lines.join("\n");
}

/** @param {string} token */
function findKind(token) {
  if (!token.startsWith("<") || token.startsWith("<![CDATA[")) return "text";
  if (token.startsWith("</")) return "end";
  return /^<[?!]|\/>$/.test(token) ? "other" : "start";
}
