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

/**
 * @typedef {object} Reader
 * @property {string} text
 * @property {Rows} rows
 * @property {number} most So many rows are kept.
 * @property {number[]} open The rows that are not closed yet.
 * @property {"value" | "key" | "after"} next What may come: a value, a key, or a comma or an end.
 * @property {number} at
 * @property {number} key Where that of the next row starts; -1 where it has none.
 */

/** Reads a text; call `step` until it is done.
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
  /** @type {Reader} */
  const reader = { text, rows, most, open: [], next: "value", at: 0, key: -1 };
  return { rows, step: () => readSome(reader) };
}

/** @param {Reader} reader @returns {boolean} Whether there is more. */
function readSome(reader) {
  const { rows, most, open } = reader;
  for (let left = TOKENS_A_STEP; left > 0; left--) {
    if (rows.count >= most) {
      rows.cut = true;
      closeAll(rows, open);
      return false;
    }
    if (!readOne(reader)) return false;
  }
  return true;
}

/** @param {Reader} reader */
function readOne(reader) {
  const { text, next } = reader;
  reader.at = skipBlanks(text, reader.at);
  const sign = text.charCodeAt(reader.at);
  if (next === "after") return readEnd(reader, sign);
  return next === "key" ? readMember(reader, sign) : readValue(reader, sign);
}

/** A comma, or the end of what is around. @param {Reader} reader @param {number} sign */
function readEnd(reader, sign) {
  const { text, rows, open, at } = reader;
  const around = open[open.length - 1];
  if (around === undefined) return at < text.length && fail(reader);
  const opening = text.charCodeAt(/** @type {number} */ (rows.starts[around]));
  if (sign === 0x2c) {
    rows.commas[rows.count - 1] = 1;
    reader.at++;
    reader.next = opening === 0x7b ? "key" : "value";
    return true;
  }
  if (sign !== opening + 2) return fail(reader);
  open.pop();
  const row = addRow(reader, CLOSE, at + 1);
  rows.twins[row] = around;
  rows.twins[around] = row;
  return true;
}

/** A key and its value. @param {Reader} reader @param {number} sign */
function readMember(reader, sign) {
  const { text, at } = reader;
  const end = sign === 0x22 ? findStringEnd(text, at) : -1;
  if (end < 0) return fail(reader);
  reader.key = at;
  reader.at = skipBlanks(text, end);
  if (text.charCodeAt(reader.at) !== 0x3a) return fail(reader);
  reader.at = skipBlanks(text, reader.at + 1);
  return readValue(reader, text.charCodeAt(reader.at));
}

/** @param {Reader} reader @param {number} sign */
function readValue(reader, sign) {
  const { text, at } = reader;
  reader.next = "after";
  if (sign === 0x7b || sign === 0x5b) {
    const inner = skipBlanks(text, at + 1);
    if (text.charCodeAt(inner) === sign + 2) addRow(reader, EMPTY, inner + 1);
    else {
      reader.open.push(addRow(reader, OPEN, at + 1));
      reader.next = sign === 0x7b ? "key" : "value";
    }
    return true;
  }
  const end = findScalarEnd(text, at, sign);
  if (end < 0) return fail(reader);
  addRow(reader, SCALAR, end);
  return true;
}

/** @param {Reader} reader @param {number} kind @param {number} end */
function addRow(reader, kind, end) {
  const { rows, key, at, open } = reader;
  if (rows.count === rows.kinds.length) grow(rows, reader.most);
  const row = rows.count++;
  rows.kinds[row] = kind;
  rows.keys[row] = key;
  rows.starts[row] = at;
  rows.ends[row] = end;
  rows.depths[row] = open.length;
  rows.twins[row] = -1;
  reader.key = -1;
  reader.at = end;
  return row;
}

/** @param {Reader} reader */
function fail({ rows, at }) {
  rows.error = at;
  return false;
}

/** The key of a row in its source form, with its quotes. @param {Rows} rows @param {number} row */
export function readKey(rows, row) {
  const start = rows.keys[row] ?? -1;
  return start < 0 ? "" : rows.text.slice(start, findStringEnd(rows.text, start));
}

/** The row behind a value. @param {Rows} rows @param {number} row */
export function findNextRow(rows, row) {
  return (rows.kinds[row] === OPEN ? /** @type {number} */ (rows.twins[row]) : row) + 1;
}

/** The rows right inside a value. @param {Rows} rows @param {number} row */
export function* listChildren(rows, row) {
  if (rows.kinds[row] !== OPEN) return;
  const end = /** @type {number} */ (rows.twins[row]);
  for (let child = row + 1; child < end; child = findNextRow(rows, child)) yield child;
}

/** The row in whose place, or behind whose start, a place of the text lies.
 * @param {Rows} rows @param {number} at */
export function findRowAt(rows, at) {
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
function findScalarEnd(text, at, sign) {
  if (sign === 0x22) return findStringEnd(text, at);
  NUMBER.lastIndex = at;
  if (NUMBER.test(text)) return NUMBER.lastIndex;
  const word = WORDS.find((each) => text.startsWith(each, at));
  return word ? at + word.length : -1;
}

/** Where a string ends, behind its quote; -1 where it never does. @param {string} text @param {number} at */
function findStringEnd(text, at) {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let back = end - 1;
    while (text.charCodeAt(back) === 0x5c) back--;
    if ((end - back) % 2 === 1) return end + 1;
  }
  return -1;
}
