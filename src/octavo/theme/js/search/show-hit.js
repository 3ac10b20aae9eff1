// On the page that a result of the search leads to: marks what was searched, and shows the first of it.
import { findElement } from "../components/target.js";
import { remember } from "../shared/storage.js";
import { HIT } from "./open-search.js";
import { locateHits } from "./site-search.js";

const NAME = "search-hit";
const HEADINGS = "h1, h2, h3, h4, h5, h6";
const BLOCKS = `p, li, td, th, dt, dd, pre, summary, figcaption, .field, ${HEADINGS}`;
const UNREAD = "script, style, template, svg, button, select, [aria-hidden=true], .visually-hidden";
const MOST_TEXT = 300_000;
const FRESH = 30_000;

/** @typedef {{range: Range, number: number, block: Element}} Hit */

/** Shows what was searched, if a result has just led to this page.
 * @param {{path: string, time: number, words: import("./engine/expand.js").Expanded[]}} reached */
export function showHit({ path, time, words }) {
  const isFresh = Date.now() - time < FRESH;
  // A hit on another page is for a tab that is still loading.
  if (isFresh && stripPath(path) !== stripPath(location.pathname)) return;
  remember("localStorage", HIT, null);
  const page = document.querySelector("#content-area article");
  if (!isFresh || !page) return;
  const hits = findHits(page, words);
  if (!hits.length) return;
  mark(hits);
  const section = findElement(location.hash);
  const best = findBest(narrow(hits, section));
  if (!best) return;
  reveal(best.block);
  // The section first, as the browser does: its hit may be in view then.
  section?.scrollIntoView();
  bringIntoView(best.range);
}

/** A path without what hosts differ in. @param {unknown} path */
function stripPath(path) {
  return String(path).replace(/(\/index)?\.html$|\/$/, "");
}

/** @param {Element} page @param {import("./engine/expand.js").Expanded[]} words @returns {Hit[]} */
function findHits(page, words) {
  const hits = [];
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  let seen = 0;
  for (let node = walker.nextNode(); node && seen < MOST_TEXT; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.nodeValue ?? "";
    if (!parent || !text.trim() || parent.closest(UNREAD)) continue;
    seen += text.length;
    for (const { start, end, number } of locateHits(text, words)) {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      hits.push({ range, number, block: parent.closest(BLOCKS) ?? parent });
    }
  }
  return hits;
}

/** Those of the section that the address points to; all without one. @param {Hit[]} hits @param {Element | null} section */
function narrow(hits, section) {
  if (!section) return hits;
  /** @param {Node} node */
  const isAfter = (node) => (section.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  const end = [...document.querySelectorAll(HEADINGS)].find((heading) => isAfter(heading) && !section.contains(heading));
  return hits.filter(({ range: { startContainer } }) => (
    isAfter(startContainer) && !(end && end.compareDocumentPosition(startContainer) & Node.DOCUMENT_POSITION_FOLLOWING)));
}

/** The first of a text with most of the words; one that is in view is better than one that has to be opened.
 * @param {Hit[]} hits */
function findBest(hits) {
  /** @type {Map<Element, Set<number>>} */
  const numbers = new Map();
  for (const { block, number } of hits) numbers.set(block, (numbers.get(block) ?? new Set()).add(number));
  let best = null;
  let most = 0;
  for (const hit of hits) {
    const worth = (numbers.get(hit.block)?.size ?? 0) + (hit.block.checkVisibility() ? 0.5 : 0);
    if (worth > most) [best, most] = [hit, worth];
  }
  return best;
}

/** @param {Range} range */
function bringIntoView(range) {
  const box = range.getBoundingClientRect();
  const top = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart) || 0;
  if (!box.height || (box.top >= top && box.bottom <= innerHeight * 0.9)) return;
  scrollBy({ top: box.top - top - (innerHeight - top) / 4, behavior: "instant" });
}

/** Opens all that hides an element, as when the browser finds something in it. @param {Element | null} part */
function reveal(part) {
  for (; part; part = part.parentElement) {
    if (part instanceof HTMLDetailsElement) part.open = true;
    else if (part.getAttribute("hidden") === "until-found") part.dispatchEvent(new Event("beforematch", { bubbles: true }));
  }
}

/** @param {Hit[]} hits */
function mark(hits) {
  if (!CSS.highlights) return;
  CSS.highlights.set(NAME, new Highlight(...hits.map(({ range }) => range)));
  const clear = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    removeEventListener("keydown", clear);
    CSS.highlights.delete(NAME);
  };
  addEventListener("keydown", clear);
}
