// The search in a text: a box, how many hits there are, and the marks on those in view.
import { make } from "../../make.js";
import { findAll } from "./find-text.js";
import { say } from "../../../shared/say.js";

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
  let matches = [];
  let current = -1;
  let ending = new AbortController();
  const box = make("input", {
    type: "search", class: "play-search", "aria-label": say("Search the body"), placeholder: say("Search"),
    spellcheck: "false", autocomplete: "off",
  });
  const status = make("span", { class: "play-found", role: "status" });

  async function search() {
    ending.abort();
    ending = new AbortController();
    const { signal } = ending;
    matches = [];
    current = -1;
    const places = box.value ? await findAll(text(), box.value, signal) : [];
    if (signal.aborted) return;
    matches = places;
    if (matches.length) go(0);
    else tell();
  }

  /** @param {number} next */
  function go(next) {
    if (!matches.length) return;
    current = (next + matches.length) % matches.length;
    show(matches[current] ?? 0);
    tell();
  }

  function tell() {
    const many = matches.length >= MANY ? "10,000+" : matches.length.toLocaleString("en");
    const hits = matches.length ? say("{number} of {count}", { number: (current + 1).toLocaleString("en"), count: many }) : say("Not found");
    status.textContent = box.value ? hits : "";
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
    highlights.set("play-found", new Highlight(...findRanges(element, wanted)));
  }

  box.addEventListener("input", search);
  box.addEventListener("keydown", (event) => {
    // The first Escape empties the box, as in any search; the next closes the playground.
    if (event.key === "Escape" && box.value) event.stopPropagation();
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(current + (event.shiftKey ? -1 : 1));
  });
  element.addEventListener("scroll", mark, { passive: true });
  return { parts: [box, status], search, mark };
}

/** The places of a text in the page. @param {HTMLElement} element @param {string} wanted In small letters. */
function* findRanges(element, wanted) {
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
