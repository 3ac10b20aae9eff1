// Samples of thousands of lines, in parts: the browser lays out the visible ones. In a sample that
// follows the reader's input, only changed parts are replaced.
import { make } from "../make.js";

const LINES = 200;

/** @param {Element} code @param {Node[]} nodes Colored code. */
export function showLong(code, nodes) {
  const parts = split(nodes);
  const before = [...code.childNodes];
  for (const [at, part] of parts.entries()) {
    const old = before[at];
    if (!old) code.append(part);
    else if (!old.isEqualNode(part)) old.replaceWith(part);
  }
  for (const old of before.slice(parts.length)) old.remove();
}

/** @param {Node[]} nodes */
function split(nodes) {
  /** @type {HTMLElement[]} */
  const parts = [];
  let lines = LINES;
  for (const node of nodes) {
    let run = "";
    for (const line of (node.textContent ?? "").split(/(?<=\n)/)) {
      if (lines === LINES) {
        put(parts.at(-1), node, run);
        parts.push(make("span", { class: "sample-part" }));
        [run, lines] = ["", 0];
      }
      run += line;
      if (line.endsWith("\n")) lines += 1;
    }
    put(parts.at(-1), node, run);
  }
  return parts;
}

/** @param {HTMLElement | undefined} part @param {Node} node Which the text is of. @param {string} text */
function put(part, node, text) {
  if (text) part?.append(node instanceof Element ? make("span", { class: node.className }, text) : text);
}
