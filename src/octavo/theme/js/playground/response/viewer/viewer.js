// A view of text: lines, a tree that folds where there is one, and a search.
import { announce } from "../../../shared/announce.js";
import { button, newId } from "../../make.js";
import { createLines } from "./lines.js";
import { createSearchBox } from "./search-box.js";

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
  /** The line that the keyboard is at. */
  let active = -1;
  const lines = createLines(draw);
  const { element } = lines;
  element.classList.add("code-block");
  const search = createSearchBox(element, () => model?.text ?? "", (at) => reveal(() => model?.find(at)));
  const folding = button("Collapse", foldAll, { class: "play-tool" });
  tools.append(...search.parts, folding);

  /** @param {number} index */
  function draw(index) {
    const line = /** @type {Model} */ (model).draw(index);
    line.dataset.index = String(index);
    if (index === active) markActive(element, line);
    return line;
  }

  /** @param {number} index */
  function activate(index) {
    active = Math.max(0, Math.min(index, (model?.count() ?? 1) - 1));
    lines.redraw();
    lines.reveal(active);
    search.mark();
  }

  /** Shows a line that may have to be unfolded first. @param {() => number | undefined} find */
  function reveal(find) {
    const before = model?.count();
    const index = find();
    if (index === undefined || !model) return;
    if (model.count() !== before) lines.setCount(model.count());
    activate(index);
  }

  /** @param {number} index @param {boolean} wanted */
  function fold(index, wanted) {
    if (!model?.fold?.(index, wanted)) return false;
    active = index;
    lines.setCount(model.count());
    search.mark();
    return true;
  }

  function foldAll() {
    const wanted = folding.textContent === "Collapse";
    model?.foldAll?.(wanted);
    folding.textContent = wanted ? "Expand" : "Collapse";
    active = 0;
    lines.setCount(model?.count() ?? 0);
    lines.reveal(0);
    announce(wanted ? "Everything is folded" : "Everything is unfolded");
  }

  element.addEventListener("click", (event) => {
    const mark = event.target instanceof Element ? event.target.closest(".row-fold, .row-more") : null;
    const line = mark?.closest(".row");
    if (!(line instanceof HTMLElement)) return;
    const index = Number(line.dataset.index);
    fold(index, !model?.isFolded?.(index));
  });
  element.addEventListener("keydown", (event) => {
    if (!model?.isTree || event.ctrlKey || event.metaKey || event.altKey) return;
    if (press(event.key, model)) event.preventDefault();
  });

  /** As in any tree. @param {string} key @param {Model} tree */
  function press(key, tree) {
    const from = Math.max(active, 0);
    const page = Math.max(1, Math.floor(element.clientHeight / 20) - 2);
    /** @type {Record<string, number>} */
    const moves = {
      ArrowDown: active + 1, ArrowUp: from - 1, PageDown: from + page, PageUp: from - page,
      Home: 0, End: tree.count() - 1,
    };
    const next = moves[key];
    if (next !== undefined) activate(next);
    else if (key === "ArrowLeft") fold(from, true) || activate(tree.parent?.(from) ?? from);
    else if (key === "ArrowRight") fold(from, false) || activate(from + 1);
    else if (key === "Enter" || key === " ") fold(from, !tree.isFolded?.(from));
    else return false;
    return true;
  }

  return {
    element,
    show: (next, label) => {
      model = next;
      active = -1;
      folding.hidden = !next.isTree;
      folding.textContent = "Collapse";
      element.removeAttribute("aria-activedescendant");
      element.setAttribute("role", next.isTree ? "tree" : "group");
      element.setAttribute("aria-label", label);
      lines.setCount(next.count());
      lines.reveal(0);
      search.search();
    },
    revealRow: (row) => {
      reveal(() => model?.findRow?.(row));
      element.focus();
    },
    redraw: lines.redraw,
  };
}

/** @param {HTMLElement} tree @param {HTMLElement} line */
function markActive(tree, line) {
  line.id ||= newId("row");
  line.dataset.active = "";
  if (!line.hasAttribute("aria-selected")) return;
  line.setAttribute("aria-selected", "true");
  tree.setAttribute("aria-activedescendant", line.id);
}
