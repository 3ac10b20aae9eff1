// JSON as rows of text, one for each line of the indented form. Rows are places in the text itself,
// kept in plain arrays: keys keep their order, numbers their digits, and ten megabytes fit.

export const SCALAR = 0;
export const OPEN = 1;
export const CLOSE = 2;
export const EMPTY = 3;

const TOKENS_A_STEP = 2000;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS = ["true", "false", "null"];

/**
 * @typedef {object} Rows
 * @property {string} text
 * @property {number} count
 * @property {Uint8Array} kinds SCALAR, OPEN, CLOSE or EMPTY.
 * @property {Uint8Array} commas Whether one follows.
 * @property {Int32Array} keys Where the key starts; -1 where there is none.
 * @property {Int32Array} starts @property {Int32Array} ends Of the value; of OPEN and CLOSE, the sign.
 * @property {Int32Array} depths
 * @property {Int32Array} twins Of OPEN the row that closes it, of CLOSE the row that opens it.
 * @property {number} error Where the text stops being JSON; -1 where it never does.
 * @property {boolean} cut There were more rows than are kept.
 */

/** Reads a text; call the step until it says that nothing is left.
 * @param {string} text @param {number} most So many rows are kept.
 * @returns {{rows: Rows, step: () => boolean}} */
export function readRows(text, most) {
  const size = Math.min(most, Math.max(1024, text.length >> 4));
  /** @type {Rows} */
  const rows = {
    text, count: 0, error: -1, cut: false, kinds: new Uint8Array(size), commas: new Uint8Array(size),
    keys: new Int32Array(size), starts: new Int32Array(size), ends: new Int32Array(size),
    depths: new Int32Array(size), twins: new Int32Array(size),
  };
  /** @type {number[]} */
  const open = [];
  /** What may come: a value, a key, the first of them or an end, or a comma or an end.
   * @type {"value" | "key" | "first value" | "first key" | "after"} */
  let awaited = "value";
  let at = 0;
  let key = -1;

  /** @param {number} kind @param {number} end */
  function add(kind, end) {
    if (rows.count === rows.kinds.length) grow(rows, most);
    const row = rows.count++;
    rows.kinds[row] = kind;
    rows.keys[row] = key;
    rows.starts[row] = at;
    rows.ends[row] = end;
    rows.depths[row] = open.length;
    rows.twins[row] = -1;
    key = -1;
    at = end;
    return row;
  }

  /** @param {number} sign @returns {boolean} Whether there is more. */
  function readValue(sign) {
    if (sign === 0x7b || sign === 0x5b) {
      const inner = skipBlanks(text, at + 1);
      if (text.charCodeAt(inner) === sign + 2) {
        add(EMPTY, inner + 1);
        awaited = "after";
        return true;
      }
      open.push(add(OPEN, at + 1));
      awaited = sign === 0x7b ? "first key" : "first value";
      return true;
    }
    const end = endOfScalar(text, at, sign);
    if (end < 0) return fail();
    add(SCALAR, end);
    awaited = "after";
    return true;
  }

  function fail() {
    rows.error = at;
    return false;
  }

  function readOne() {
    at = skipBlanks(text, at);
    const sign = text.charCodeAt(at);
    if (awaited === "after") {
      const around = open[open.length - 1];
      if (around === undefined) return at < text.length ? fail() : false;
      if (sign === 0x2c) {
        rows.commas[rows.count - 1] = 1;
        at++;
        awaited = text.charCodeAt(/** @type {number} */ (rows.starts[around])) === 0x7b ? "key" : "value";
        return true;
      }
      if (sign !== text.charCodeAt(/** @type {number} */ (rows.starts[around])) + 2) return fail();
      open.pop();
      const row = add(CLOSE, at + 1);
      rows.twins[row] = around;
      rows.twins[around] = row;
      return true;
    }
    if (awaited === "value" || awaited === "first value") return readValue(sign);
    const end = sign === 0x22 ? endOfString(text, at) : -1;
    if (end < 0) return fail();
    key = at;
    at = skipBlanks(text, end);
    if (text.charCodeAt(at) !== 0x3a) return fail();
    at = skipBlanks(text, at + 1);
    return readValue(text.charCodeAt(at));
  }

  function step() {
    for (let left = TOKENS_A_STEP; left > 0; left--) {
      if (rows.count >= most) {
        rows.cut = true;
        closeAll(rows, open);
        return false;
      }
      if (!readOne()) return false;
    }
    return true;
  }
  return { rows, step };
}

/** The key of a row as it is written, with its quotes. @param {Rows} rows @param {number} row */
export function keyOf(rows, row) {
  const start = rows.keys[row] ?? -1;
  return start < 0 ? "" : rows.text.slice(start, endOfString(rows.text, start));
}

/** The row behind a value. @param {Rows} rows @param {number} row */
export function nextRow(rows, row) {
  return (rows.kinds[row] === OPEN ? /** @type {number} */ (rows.twins[row]) : row) + 1;
}

/** The rows right inside a value. @param {Rows} rows @param {number} row */
export function* childRows(rows, row) {
  if (rows.kinds[row] !== OPEN) return;
  const end = /** @type {number} */ (rows.twins[row]);
  for (let child = row + 1; child < end; child = nextRow(rows, child)) yield child;
}

/** The row in whose place, or behind whose start, a place of the text lies.
 * @param {Rows} rows @param {number} at */
export function rowAt(rows, at) {
  let low = 0;
  let high = rows.count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const key = /** @type {number} */ (rows.keys[middle]);
    if ((key < 0 ? /** @type {number} */ (rows.starts[middle]) : key) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** What is open where the rows are cut ends there. @param {Rows} rows @param {number[]} open */
function closeAll(rows, open) {
  for (const row of open) rows.twins[row] = rows.count;
}

/** @param {Rows} rows @param {number} most */
function grow(rows, most) {
  const size = Math.min(most, rows.kinds.length * 2);
  for (const name of /** @type {const} */ (["kinds", "commas"])) {
    const larger = new Uint8Array(size);
    larger.set(rows[name]);
    rows[name] = larger;
  }
  for (const name of /** @type {const} */ (["keys", "starts", "ends", "depths", "twins"])) {
    const larger = new Int32Array(size);
    larger.set(rows[name]);
    rows[name] = larger;
  }
}

/** @param {string} text @param {number} at */
function skipBlanks(text, at) {
  for (;; at++) {
    const sign = text.charCodeAt(at);
    if (sign !== 0x20 && sign !== 0x0a && sign !== 0x0d && sign !== 0x09) return at;
  }
}

/** @param {string} text @param {number} at @param {number} sign @returns {number} -1 for what is no value. */
function endOfScalar(text, at, sign) {
  if (sign === 0x22) return endOfString(text, at);
  NUMBER.lastIndex = at;
  if (NUMBER.test(text)) return NUMBER.lastIndex;
  const word = WORDS.find((each) => text.startsWith(each, at));
  return word ? at + word.length : -1;
}

/** Where a string ends, behind its quote; -1 where it never does. @param {string} text @param {number} at */
function endOfString(text, at) {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let back = end - 1;
    while (text.charCodeAt(back) === 0x5c) back--;
    if ((end - back) % 2 === 1) return end + 1;
  }
  return -1;
}
