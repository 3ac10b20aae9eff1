// JSON without loss: numbers keep their digits, objects the order of their keys.
import { say } from "../../shared/say.js";

/** @typedef {null | boolean | number | string | Exact | any[] | ValueMap} Value What JSON can say;
 * a number that JavaScript would change is `Exact`, an object is a Map. */
/** @typedef {Map<string, any>} ValueMap Of values. */

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const BLANKS = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const WORD = /(?:true|false|null)\b/y;
const DEEPEST = 500;

/** A number in its source form. */
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

/** A text that is no JSON, and the line where it stops being so. */
export class JsonError extends Error {
  /** @param {string} message @param {string} text @param {number} at */
  constructor(message, text, at) {
    super(message);
    this.line = text.slice(0, at).split("\n").length;
  }
}

/** The number that a text says. @param {string} text Of JSON. @returns {number | Exact} */
export function readNumber(text) {
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

/** @typedef {{text: string, at: number, depth: number}} Reader */

/** @param {string} text @returns {Value} */
export function parseJson(text) {
  const reader = { text, at: 0, depth: 0 };
  const value = parseValue(reader);
  if (peek(reader)) fail(reader, say("Nothing may follow the value"));
  return value;
}

/** @param {Reader} reader @param {RegExp} pattern */
function take(reader, pattern) {
  pattern.lastIndex = reader.at;
  const [token = ""] = pattern.exec(reader.text) ?? [];
  reader.at += token.length;
  return token;
}

/** The next sign that is no blank. @param {Reader} reader */
function peek(reader) {
  take(reader, BLANKS);
  return reader.text[reader.at];
}

/** @param {Reader} reader @param {string} message @returns {never} */
function fail({ text, at }, message) {
  throw new JsonError(message, text, at);
}

/** @param {Reader} reader @returns {Value} */
function parseValue(reader) {
  const sign = peek(reader);
  if (sign === "{") return parseObject(reader);
  if (sign === "[") return parseList(reader);
  if (sign === '"') return parseString(reader);
  const number = take(reader, NUMBER);
  if (number) return readNumber(number);
  const word = take(reader, WORD);
  return word ? JSON.parse(word) : fail(reader, sign ? say("No value begins with {sign}", { sign }) : say("A value is missing"));
}

/** @param {Reader} reader @returns {string} */
function parseString(reader) {
  const token = take(reader, STRING);
  return token ? JSON.parse(token) : fail(reader, say("This text has no end, or holds a character that must be escaped"));
}

/** @param {Reader} reader */
function parseList(reader) {
  /** @type {Value[]} */
  const list = [];
  parseParts(reader, "]", () => list.push(parseValue(reader)));
  return list;
}

/** @param {Reader} reader */
function parseObject(reader) {
  /** @type {ValueMap} */
  const object = new Map();
  parseParts(reader, "}", () => {
    if (peek(reader) !== '"') fail(reader, say("A key in double quotes is missing"));
    const start = reader.at;
    const key = parseString(reader);
    if (object.has(key)) fail({ ...reader, at: start }, say("The key {key} is there twice", { key: JSON.stringify(key) }));
    if (peek(reader) !== ":") fail(reader, say("A colon is missing"));
    reader.at += 1;
    object.set(key, parseValue(reader));
  });
  return object;
}

/** @param {Reader} reader @param {string} close @param {() => void} parsePart */
function parseParts(reader, close, parsePart) {
  if (++reader.depth > DEEPEST) fail(reader, say("This is nested too deeply"));
  reader.at += 1;
  if (peek(reader) === close) reader.at += 1;
  else for (let sign; sign !== close; reader.at += 1) {
    parsePart();
    sign = peek(reader);
    if (sign !== "," && sign !== close) fail(reader, say("A comma or {sign} is missing", { sign: close }));
  }
  reader.depth -= 1;
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
export function writePlain(value) {
  if (Array.isArray(value)) return value.map(writePlain);
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([key, member]) => [key, writePlain(member)]));
}

/** Plain data as a value. @param {any} data @returns {any} */
export function readPlain(data) {
  if (Array.isArray(data)) return data.map(readPlain);
  if (data === null || typeof data !== "object" || data instanceof Exact) return data;
  return new Map(Object.entries(data).map(([key, member]) => [key, readPlain(member)]));
}
