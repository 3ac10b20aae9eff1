// JSON as lines that can be folded, each drawn when it comes into view.
import { make } from "../../make.js";
import { CLOSE, EMPTY, OPEN, SCALAR, readKey, findRowAt } from "./json-rows.js";
import { runInSlices } from "../slices.js";
import { say } from "../../../shared/say.js";

/** @typedef {import("./json-rows.js").Rows} Rows */
/** @typedef {import("./viewer.js").Model} Model */

const LONGEST = 500;
const DEEPEST = 40;
const ROWS_A_STEP = 2000;
const BLANKS = /\s+/g;
/** Line breaks and other signs without a shape, which valid JSON has escaped. */
const SHAPELESS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/**
 * What of the rows is to be seen.
 * @typedef {object} Folds
 * @property {Rows} rows
 * @property {Set<number>} folded Rows whose inside is hidden.
 * @property {Int32Array | null} visible The rows that are not hidden; null where none is.
 * @property {number} count Of those.
 */

/** @param {Rows} rows @param {Map<number, string>} notes What differs, by row; may be filled later.
 * @returns {Model} */
export function createJsonModel(rows, notes) {
  /** @type {Folds} */
  const folds = { rows, folded: new Set(), visible: null, count: rows.count };
  const { folded } = folds;
  const findRow = (/** @type {number} */ row) => {
    unfoldAround(folds, row);
    return findIndex(folds, row);
  };
  return {
    text: rows.text,
    isTree: true,
    count: () => folds.count,
    draw: (index) => drawRow(rows, findShownRow(folds, index), folded, notes),
    find: (at) => findRow(findRowAt(rows, at)),
    findRow,
    fold: (index, wanted) => {
      const row = findShownRow(folds, index);
      if (rows.kinds[row] !== OPEN || folded.has(row) === wanted) return false;
      if (wanted) folded.add(row);
      else folded.delete(row);
      arrange(folds);
      return true;
    },
    isFolded: (index) => folded.has(findShownRow(folds, index)),
    findParent: (index) => findParent(folds, index),
    foldAll: (wanted) => {
      folded.clear();
      if (wanted) for (let row = 1; row < rows.count; row++) if (rows.kinds[row] === OPEN) folded.add(row);
      arrange(folds);
    },
    copyText: () => writeIndented(rows),
  };
}

/** @param {Folds} folds */
function arrange(folds) {
  const { rows, folded } = folds;
  if (!folded.size) {
    folds.visible = null;
    folds.count = rows.count;
    return;
  }
  const visible = (folds.visible ??= new Int32Array(rows.count));
  let count = 0;
  for (let row = 0; row < rows.count; row++) {
    visible[count++] = row;
    // The closing row is hidden too: it follows the opening one.
    if (folded.has(row)) row = /** @type {number} */ (rows.twins[row]);
  }
  folds.count = count;
}

/** @param {Folds} folds @param {number} index */
function findShownRow({ visible }, index) {
  return visible ? visible[index] ?? 0 : index;
}

/** @param {Folds} folds @param {number} row */
function findIndex({ visible, count }, row) {
  if (!visible) return row;
  let low = 0;
  for (let high = count - 1; low < high;) {
    const middle = (low + high + 1) >> 1;
    if (/** @type {number} */ (visible[middle]) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Opens everything around a row. @param {Folds} folds @param {number} row */
function unfoldAround(folds, row) {
  const { rows, folded } = folds;
  let isChanged = false;
  for (const open of folded) {
    if (open < row && row <= /** @type {number} */ (rows.twins[open])) isChanged = folded.delete(open) || isChanged;
  }
  if (isChanged) arrange(folds);
}

/** @param {Folds} folds @param {number} index */
function findParent(folds, index) {
  const { rows } = folds;
  const row = findShownRow(folds, index);
  const depth = /** @type {number} */ (rows.depths[row]);
  for (let above = row - 1; above >= 0; above--) {
    if (rows.kinds[above] === CLOSE) above = /** @type {number} */ (rows.twins[above]);
    else if (/** @type {number} */ (rows.depths[above]) < depth) return findIndex(folds, above);
  }
  return index;
}

/** @param {Rows} rows @param {number} row @param {Set<number>} folded @param {Map<number, string>} notes */
function drawRow(rows, row, folded, notes) {
  const kind = rows.kinds[row];
  const depth = /** @type {number} */ (rows.depths[row]);
  const isFolded = folded.has(row);
  const line = make("div", {
    class: "row", role: "treeitem", "aria-level": String(depth + 1), "aria-selected": "false",
    "aria-expanded": kind === OPEN ? String(!isFolded) : undefined,
  });
  line.append(make("span", { class: kind === OPEN ? "row-fold" : "row-gap" }), makeIndent(depth));
  const key = readKey(rows, row);
  if (key) line.append(make("span", { class: "a" }, shorten(key)), ": ");
  const text = rows.text.slice(rows.starts[row], rows.ends[row]);
  if (kind === OPEN && isFolded) {
    const twin = /** @type {number} */ (rows.twins[row]);
    line.append(text, make("span", { class: "row-more" }, "…"), text === "{" ? "}" : "]", rows.commas[twin] ? "," : "",
      make("span", { class: "c row-count" }, countInside(rows, row)));
  } else {
    line.append(kind === SCALAR ? makeScalar(text) : text.replace(BLANKS, ""), rows.commas[row] ? "," : "");
  }
  const note = notes.get(row);
  if (note) {
    line.dataset.differs = "";
    line.append(make("span", { class: "row-note" }, note));
  }
  return line;
}

/** @param {string} text */
function makeScalar(text) {
  const sign = text[0];
  return make("span", { class: sign === '"' ? "s" : sign === "t" || sign === "f" || sign === "n" ? "b" : "n" }, shorten(text));
}

/** @param {string} text */
function shorten(text) {
  const start = text.slice(0, LONGEST).replace(SHAPELESS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return text.length > LONGEST ? say("{text}… ({count} more characters)", { text: start, count: (text.length - LONGEST).toLocaleString("en") }) : start;
}

/** @param {Rows} rows @param {number} row */
function countInside(rows, row) {
  let count = 0;
  const end = /** @type {number} */ (rows.twins[row]);
  for (let child = row + 1; child < end && count < 10000; count++) {
    child = (rows.kinds[child] === OPEN ? /** @type {number} */ (rows.twins[child]) : child) + 1;
  }
  const number = count.toLocaleString("en");
  const many = count === 10000 ? say("{count} or more", { count: number }) : number;
  return ` ${count === 1 ? say("1 entry") : say("{count} entries", { count: many })}`;
}

/** @param {number} depth */
function makeIndent(depth) {
  return "  ".repeat(Math.min(depth, DEEPEST));
}

/** The whole text with line breaks. @param {Rows} rows */
async function writeIndented(rows) {
  /** @type {string[]} */
  const parts = [];
  let row = 0;
  await runInSlices(() => {
    const end = Math.min(rows.count, row + ROWS_A_STEP);
    let part = "";
    for (; row < end; row++) {
      const key = readKey(rows, row);
      const text = rows.text.slice(rows.starts[row], rows.ends[row]);
      const value = rows.kinds[row] === EMPTY ? text.replace(BLANKS, "") : text;
      const start = makeIndent(/** @type {number} */ (rows.depths[row])) + (key && `${key}: `);
      part += `${start}${value}${rows.commas[row] ? "," : ""}\n`;
    }
    parts.push(part);
    return row < rows.count;
  });
  return parts.join("");
}
