// The search in a text: a box, how many hits there are, and the marks on those in view.
import { make } from "../make.js";
import { findAll } from "./search.js";

const MANY = 10_000;

/**
 * @typedef {object} SearchBox
 * @property {HTMLElement[]} parts
 * @property {() => void} search Begins again, in the text of now.
 * @property {() => void} mark Marks the hits in the lines that are in the page.
 */

/** @param {HTMLElement} element Where the lines are. @param {() => string} text
 * @param {(at: number) => void} show Shows a place of the text. @returns {SearchBox} */
export function createSearchBox(element, text, show) {
  /** Places in the text. @type {number[]} */
  let found = [];
  let chosen = -1;
  let ending = new AbortController();
  const box = make("input", {
    type: "search", class: "play-search", "aria-label": "Search the body", placeholder: "Search",
    spellcheck: "false", autocomplete: "off",
  });
  const told = make("span", { class: "play-found", role: "status" });

  async function search() {
    ending.abort();
    ending = new AbortController();
    const { signal } = ending;
    found = [];
    chosen = -1;
    const places = box.value ? await findAll(text(), box.value, signal) : [];
    if (signal.aborted) return;
    found = places;
    if (found.length) go(0);
    else tell();
  }

  /** @param {number} next */
  function go(next) {
    if (!found.length) return;
    chosen = (next + found.length) % found.length;
    show(found[chosen] ?? 0);
    tell();
  }

  function tell() {
    const many = found.length >= MANY ? "10,000+" : found.length.toLocaleString("en");
    const hits = found.length ? `${(chosen + 1).toLocaleString("en")} of ${many}` : "Not found";
    told.textContent = box.value ? hits : "";
    mark();
  }

  /** The lines themselves are not changed. */
  function mark() {
    const highlights = /** @type {any} */ (CSS).highlights;
    if (!highlights) return;
    highlights.delete("play-found");
    const wanted = box.value.toLowerCase();
    if (!wanted) return;
    const { Highlight } = /** @type {any} */ (window);
    highlights.set("play-found", new Highlight(...rangesOf(element, wanted)));
  }

  box.addEventListener("input", search);
  box.addEventListener("keydown", (event) => {
    // The first Escape empties the box, as in any search; the next closes the playground.
    if (event.key === "Escape" && box.value) event.stopPropagation();
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(chosen + (event.shiftKey ? -1 : 1));
  });
  element.addEventListener("scroll", mark, { passive: true });
  return { parts: [box, told], search, mark };
}

/** Where a text stands in the page. @param {HTMLElement} element @param {string} wanted In small letters. */
function* rangesOf(element, wanted) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const own = node.nodeValue ?? "";
    const small = own.toLowerCase();
    // Where small letters are more than capitals, places differ.
    if (small.length !== own.length) continue;
    for (let at = small.indexOf(wanted); at >= 0; at = small.indexOf(wanted, at + wanted.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      yield range;
    }
  }
}
