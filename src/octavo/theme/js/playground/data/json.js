// JSON without loss: numbers keep their digits, objects the order of their keys.

/** @typedef {null | boolean | number | string | Exact | any[] | ValueMap} Value What JSON can say;
 * a number that JavaScript would change is `Exact`, an object is a Map. */
/** @typedef {Map<string, any>} ValueMap Of values. */

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const BLANKS = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
/** @type {Record<string, Value>} */
const WORDS = { true: true, false: false, null: null };
const DEEPEST = 500;

/** A number as it is written. */
export class Exact {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }

  valueOf() {
    return Number(this.text);
  }

  toJSON() {
    const { rawJSON } = /** @type {any} */ (JSON);
    return rawJSON ? rawJSON(this.text) : Number(this.text);
  }
}

/** A text that is no JSON, and where it stops being so. */
export class JsonError extends Error {
  /** @param {string} message @param {string} text @param {number} at */
  constructor(message, text, at) {
    super(message);
    this.at = at;
    this.line = text.slice(0, at).split("\n").length;
  }
}

/** The number that a text says. @param {string} text Of JSON. @returns {number | Exact} */
export function numberOf(text) {
  const number = Number(text);
  return String(number) === text ? number : new Exact(text);
}

/** Whether a text is a number as JSON writes it. @param {string} text */
export function isNumber(text) {
  NUMBER.lastIndex = 0;
  return NUMBER.test(text) && NUMBER.lastIndex === text.length;
}

/** @param {unknown} value @returns {value is number | Exact} */
export function isNumeric(value) {
  return typeof value === "number" || value instanceof Exact;
}

/** @param {string} text @returns {Value} */
export function parseJson(text) {
  let at = 0;
  let depth = 0;
  const value = parseValue();
  skip(BLANKS);
  if (at < text.length) fail("Nothing may follow the value");
  return value;

  /** @param {RegExp} pattern */
  function skip(pattern) {
    pattern.lastIndex = at;
    const token = pattern.exec(text)?.[0];
    if (token) at += token.length;
    return token;
  }

  /** @param {string} message @returns {never} */
  function fail(message) {
    throw new JsonError(message, text, at);
  }

  /** @returns {Value} */
  function parseValue() {
    skip(BLANKS);
    const first = text[at];
    if (first === "{") return parseObject();
    if (first === "[") return parseList();
    if (first === '"') return parseString();
    const number = skip(NUMBER);
    if (number) return numberOf(number);
    const word = /^(?:true|false|null)\b/.exec(text.slice(at, at + 6))?.[0];
    if (!word) return fail(at < text.length ? `No value begins with ${text[at]}` : "A value is missing");
    at += word.length;
    return WORDS[word] ?? null;
  }

  /** @returns {string} */
  function parseString() {
    const token = skip(STRING);
    return token ? JSON.parse(token) : fail("This text has no end, or holds a character that must be escaped");
  }

  function parseList() {
    /** @type {Value[]} */
    const list = [];
    parseParts("]", () => list.push(parseValue()));
    return list;
  }

  function parseObject() {
    /** @type {ValueMap} */
    const object = new Map();
    parseParts("}", () => {
      if (text[at] !== '"') fail("A key in double quotes is missing");
      const start = at;
      const key = parseString();
      if (object.has(key)) {
        at = start;
        fail(`The key ${JSON.stringify(key)} is there twice`);
      }
      skip(BLANKS);
      if (text[at] !== ":") fail("A colon is missing");
      at += 1;
      object.set(key, parseValue());
    });
    return object;
  }

  /** @param {string} close @param {() => void} parsePart */
  function parseParts(close, parsePart) {
    if (++depth > DEEPEST) fail("This is nested too deeply");
    at += 1;
    skip(BLANKS);
    if (text[at] === close) {
      at += 1;
      depth -= 1;
      return;
    }
    for (;;) {
      skip(BLANKS);
      parsePart();
      skip(BLANKS);
      const mark = text[at];
      if (mark !== "," && mark !== close) fail(`A comma or ${close} is missing`);
      at += 1;
      if (mark === close) break;
    }
    depth -= 1;
  }
}

/** A value as JSON, in lines where there is an indent. @param {Value} value @param {number} [indent]
 * @returns {string} */
export function printJson(value, indent = 0, newline = "\n") {
  if (value instanceof Exact) return value.text;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const isList = Array.isArray(value);
  const inner = newline + " ".repeat(indent);
  const parts = isList
    ? value.map((item) => printJson(item, indent, inner))
    : [...value].map(([key, member]) => `${JSON.stringify(key)}:${indent ? " " : ""}${printJson(member, indent, inner)}`);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (!parts.length) return open + close;
  return indent ? `${open}${inner}${parts.join(`,${inner}`)}${newline}${close}` : `${open}${parts.join(",")}${close}`;
}

/** A value with plain objects in place of Maps. @param {any} value @returns {any} */
export function toPlain(value) {
  if (Array.isArray(value)) return value.map(toPlain);
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([key, member]) => [key, toPlain(member)]));
}

/** Plain data as a value. @param {any} data @returns {any} */
export function fromPlain(data) {
  if (Array.isArray(data)) return data.map(fromPlain);
  if (data === null || typeof data !== "object" || data instanceof Exact) return data;
  return new Map(Object.entries(data).map(([key, member]) => [key, fromPlain(member)]));
}
