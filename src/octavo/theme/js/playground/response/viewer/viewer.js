// A view of text: lines, a tree that folds where there is one, and a search.
import { announce } from "../../../shared/announce.js";
import { findTarget } from "../../../shared/find-target.js";
import { makeButton, makeId } from "../../make.js";
import { createLines } from "./lines.js";
import { createSearchBox } from "./search-box.js";
import { say } from "../../../shared/say.js";

/**
 * The content of a viewer.
 * @typedef {object} Model
 * @property {string} text What is searched.
 * @property {boolean} isTree
 * @property {() => number} count How many lines there are.
 * @property {(index: number) => HTMLElement} draw
 * @property {(at: number) => number} find The line of a place in the text; opens what hides it.
 * @property {(row: number) => number} [findRow]
 * @property {(index: number, wanted: boolean) => boolean} [fold] Whether it changed anything.
 * @property {(index: number) => boolean} [isFolded]
 * @property {(index: number) => number} [findParent]
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

/**
 * @typedef {object} State
 * @property {Model} [model]
 * @property {number} active The line that the keyboard is at.
 * @property {ReturnType<typeof createLines>} lines
 * @property {ReturnType<typeof createSearchBox>} search
 * @property {HTMLButtonElement} folding The button that folds everything.
 */

/** @param {HTMLElement} tools Where the search and other tools go. @returns {Viewer} */
export function createViewer(tools) {
  const lines = createLines((index) => draw(state, index));
  const { element } = lines;
  const folding = makeButton(say("Collapse"), () => foldAll(state), { class: "play-tool" });
  const search = createSearchBox(element, () => state.model?.text ?? "", (at) => reveal(state, (model) => model.find(at)));
  /** @type {State} */
  const state = { active: -1, lines, search, folding };
  element.classList.add("code-block");
  tools.append(...search.parts, folding);
  listen(state);
  return {
    element,
    show: (model, label) => show(state, model, label),
    revealRow: (row) => {
      reveal(state, (model) => model.findRow?.(row));
      element.focus();
    },
    redraw: lines.redraw,
  };
}

/** @param {State} state */
function listen(state) {
  const { element } = state.lines;
  element.addEventListener("click", (event) => {
    const line = findTarget(event, ".row-fold, .row-more")?.closest(".row");
    if (!(line instanceof HTMLElement)) return;
    const index = Number(line.dataset.index);
    fold(state, index, !state.model?.isFolded?.(index));
  });
  element.addEventListener("keydown", (event) => {
    if (!state.model?.isTree || event.ctrlKey || event.metaKey || event.altKey) return;
    if (press(state, event.key, state.model)) event.preventDefault();
  });
}

/** @param {State} state @param {Model} model @param {string} label */
function show(state, model, label) {
  const { lines, search, folding } = state;
  state.model = model;
  state.active = -1;
  folding.hidden = !model.isTree;
  folding.textContent = say("Collapse");
  lines.element.removeAttribute("aria-activedescendant");
  lines.element.setAttribute("role", model.isTree ? "tree" : "group");
  lines.element.setAttribute("aria-label", label);
  lines.setCount(model.count());
  lines.reveal(0);
  search.search();
}

/** @param {State} state @param {number} index */
function draw({ model, active, lines }, index) {
  const line = /** @type {Model} */ (model).draw(index);
  line.dataset.index = String(index);
  if (index === active) markActive(lines.element, line);
  return line;
}

/** @param {State} state @param {number} index */
function activate(state, index) {
  const { model, lines, search } = state;
  state.active = Math.max(0, Math.min(index, (model?.count() ?? 1) - 1));
  lines.redraw();
  lines.reveal(state.active);
  search.mark();
}

/** Shows a line that may have to be unfolded first. @param {State} state
 * @param {(model: Model) => number | undefined} find */
function reveal(state, find) {
  const { model, lines } = state;
  if (!model) return;
  const before = model.count();
  const index = find(model);
  if (index === undefined) return;
  if (model.count() !== before) lines.setCount(model.count());
  activate(state, index);
}

/** @param {State} state @param {number} index @param {boolean} wanted */
function fold(state, index, wanted) {
  const { model, lines, search } = state;
  if (!model?.fold?.(index, wanted)) return false;
  state.active = index;
  lines.setCount(model.count());
  search.mark();
  return true;
}

/** @param {State} state */
function foldAll(state) {
  const { model, lines, folding } = state;
  const wanted = folding.textContent === say("Collapse");
  model?.foldAll?.(wanted);
  folding.textContent = wanted ? say("Expand") : say("Collapse");
  state.active = 0;
  lines.setCount(model?.count() ?? 0);
  lines.reveal(0);
  announce(wanted ? say("Everything is folded") : say("Everything is unfolded"));
}

/** As in any tree. @param {State} state @param {string} key @param {Model} tree */
function press(state, key, tree) {
  const from = Math.max(state.active, 0);
  const page = Math.max(1, Math.floor(state.lines.element.clientHeight / 20) - 2);
  /** @type {Record<string, number>} */
  const moves = {
    ArrowDown: state.active + 1, ArrowUp: from - 1, PageDown: from + page, PageUp: from - page,
    Home: 0, End: tree.count() - 1,
  };
  const next = moves[key];
  if (next !== undefined) activate(state, next);
  else if (key === "ArrowLeft") fold(state, from, true) || activate(state, tree.findParent?.(from) ?? from);
  else if (key === "ArrowRight") fold(state, from, false) || activate(state, from + 1);
  else if (key === "Enter" || key === " ") fold(state, from, !tree.isFolded?.(from));
  else return false;
  return true;
}

/** @param {HTMLElement} tree @param {HTMLElement} line */
function markActive(tree, line) {
  line.id ||= makeId("row");
  line.dataset.active = "";
  if (!line.hasAttribute("aria-selected")) return;
  line.setAttribute("aria-selected", "true");
  tree.setAttribute("aria-activedescendant", line.id);
}
