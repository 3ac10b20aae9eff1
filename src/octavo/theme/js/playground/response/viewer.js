// A view of text: lines, a tree that folds where there is one, and a search.
import { announce } from "../../announce.js";
import { button, make, newId } from "../make.js";
import { createLines } from "./lines.js";
import { findAll } from "./search.js";

/**
 * What is shown.
 * @typedef {object} Model
 * @property {string} text What is searched.
 * @property {boolean} isTree
 * @property {() => number} count How many lines there are.
 * @property {(index: number) => HTMLElement} draw
 * @property {(at: number) => number} find The line of a place in the text; opens what hides it.
 * @property {(row: number) => number} [findRow]
 * @property {(index: number, wanted: boolean) => boolean} [fold] Whether it changed anything.
 * @property {(index: number) => boolean} [isFolded]
 * @property {(index: number) => number} [parent]
 * @property {(wanted: boolean) => void} [foldAll]
 * @property {() => Promise<string>} copyText
 */

/**
 * @typedef {object} Viewer
 * @property {HTMLElement} element
 * @property {(model: Model, label: string) => void} show
 * @property {(row: number) => void} revealRow
 * @property {() => void} redraw
 */

/** @param {HTMLElement} tools Where the search and other tools go. @returns {Viewer} */
export function createViewer(tools) {
  /** @type {Model | undefined} */
  let model;
  let active = -1;
  /** @type {number[]} Places in the text. */
  let found = [];
  let chosen = -1;
  let isSearching = new AbortController();
  const lines = createLines(draw);
  const { element } = lines;
  element.classList.add("code-block");

  /** @param {number} index */
  function draw(index) {
    const line = /** @type {Model} */ (model).draw(index);
    line.dataset.index = String(index);
    if (index === active) markActive(line);
    return line;
  }

  /** @param {HTMLElement} line */
  function markActive(line) {
    line.id ||= newId("row");
    line.dataset.active = "";
    if (!model?.isTree) return;
    line.setAttribute("aria-selected", "true");
    element.setAttribute("aria-activedescendant", line.id);
  }

  /** @param {number} index */
  function activate(index) {
    active = Math.max(0, Math.min(index, (model?.count() ?? 1) - 1));
    lines.redraw();
    lines.reveal(active);
    highlight();
  }

  /** @param {number} index @param {boolean} wanted */
  function fold(index, wanted) {
    if (!model?.fold?.(index, wanted)) return false;
    active = index;
    lines.setCount(model.count());
    highlight();
    return true;
  }

  // the tree

  element.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const line = target?.closest(".row");
    if (!(line instanceof HTMLElement) || !model?.isTree) return;
    const index = Number(line.dataset.index);
    if (target?.closest(".row-fold, .row-more")) fold(index, !model.isFolded?.(index));
  });

  element.addEventListener("keydown", (event) => {
    if (!model?.isTree || event.ctrlKey || event.metaKey || event.altKey) return;
    const from = Math.max(active, 0);
    const page = Math.max(1, Math.floor(element.clientHeight / 20) - 2);
    /** @type {Record<string, number>} */
    const moves = { ArrowDown: active + 1, ArrowUp: from - 1, PageDown: from + page, PageUp: from - page, Home: 0, End: model.count() - 1 };
    const next = moves[event.key];
    if (next !== undefined) activate(next);
    else if (event.key === "ArrowLeft") fold(from, true) || activate(model.parent?.(from) ?? from);
    else if (event.key === "ArrowRight") fold(from, false) || activate(from + 1);
    else if (event.key === "Enter" || event.key === " ") fold(from, !model.isFolded?.(from));
    else return;
    event.preventDefault();
  });

  // the search

  const query = make("input", { type: "search", class: "play-search", "aria-label": "Search the body", placeholder: "Search", spellcheck: "false", autocomplete: "off" });
  const told = make("span", { class: "play-found", role: "status" });
  const foldButton = button("Collapse", toggleAll, { class: "play-tool" });
  tools.append(query, told, foldButton);

  async function search() {
    isSearching.abort();
    isSearching = new AbortController();
    const { signal } = isSearching;
    const wanted = query.value;
    found = [];
    chosen = -1;
    if (!wanted || !model) return tell();
    const places = await findAll(model.text, wanted, signal);
    if (signal.aborted) return;
    found = places;
    if (found.length) go(0);
    else tell();
  }

  /** @param {number} next */
  function go(next) {
    if (!found.length || !model) return;
    chosen = (next + found.length) % found.length;
    const before = model.count();
    const index = model.find(found[chosen] ?? 0);
    if (model.count() !== before) lines.setCount(model.count());
    activate(index);
    tell();
  }

  function tell() {
    const wanted = query.value;
    const many = found.length >= 10000 ? "10,000+" : found.length.toLocaleString("en");
    told.textContent = !wanted ? "" : found.length ? `${(chosen + 1).toLocaleString("en")} of ${many}` : "Not found";
    highlight();
  }

  /** Marks what was found in the lines that are in the page, without changing them. */
  function highlight() {
    const highlights = /** @type {any} */ (CSS).highlights;
    if (!highlights) return;
    highlights.delete("play-found");
    const wanted = query.value.toLowerCase();
    if (!wanted) return;
    const ranges = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue?.toLowerCase() ?? "";
      for (let at = text.indexOf(wanted); at >= 0 && at + wanted.length <= (node.nodeValue?.length ?? 0); at = text.indexOf(wanted, at + wanted.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + wanted.length);
        ranges.push(range);
      }
    }
    highlights.set("play-found", new /** @type {any} */ (window).Highlight(...ranges));
  }

  query.addEventListener("input", search);
  query.addEventListener("keydown", (event) => {
    // The first Escape empties the box, as in any search; the next closes the playground.
    if (event.key === "Escape" && query.value) event.stopPropagation();
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(chosen + (event.shiftKey ? -1 : 1));
  });
  element.addEventListener("scroll", highlight, { passive: true });

  function toggleAll() {
    const wanted = foldButton.textContent === "Collapse";
    model?.foldAll?.(wanted);
    foldButton.textContent = wanted ? "Expand" : "Collapse";
    active = 0;
    lines.setCount(model?.count() ?? 0);
    lines.reveal(0);
    announce(wanted ? "Everything is folded" : "Everything is unfolded");
  }

  return {
    element,
    show: (next, label) => {
      model = next;
      active = -1;
      foldButton.hidden = !next.isTree;
      foldButton.textContent = "Collapse";
      element.removeAttribute("aria-activedescendant");
      element.setAttribute("role", next.isTree ? "tree" : "group");
      element.setAttribute("aria-label", label);
      lines.setCount(next.count());
      lines.reveal(0);
      search();
    },
    revealRow: (row) => {
      if (!model?.findRow) return;
      const before = model.count();
      const index = model.findRow(row);
      if (model.count() !== before) lines.setCount(model.count());
      activate(index);
      element.focus();
    },
    redraw: () => lines.redraw(),
  };
}
