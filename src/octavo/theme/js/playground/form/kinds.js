// Which input fits a schema.
import { say } from "../../shared/say.js";

/** @typedef {import("../types.js").FormSchema} FormSchema */
/** @typedef {import("./types.js").Field} Field */

/** @typedef {"file" | "pick" | "number" | "text" | "list" | "structure" | "union" | "raw"} Kind Of inputs. */

const SIMPLE = ["string", "integer", "number", "boolean", "null"];
/** @type {Map<string, Kind>} By the type of the value. */
const KINDS = new Map([["array", "list"], ["boolean", "pick"], ["integer", "number"], ["number", "number"], ["string", "text"]]);
const LONG = 200;
const DATES = ["date", "date-time", "time"];

/** The types that a value may have, but for null. @param {FormSchema} schema */
export function listTypes(schema) {
  const types = (schema.types ?? []).filter((type) => type !== "null");
  if (types.length) return types;
  if (schema.properties || schema.patterns || typeof schema.additional === "object") return ["object"];
  return schema.items || schema.prefixItems ? ["array"] : [];
}

/** @param {FormSchema} schema */
export function allowsNull(schema) {
  return Boolean(schema.types?.includes("null") || schema.enum?.includes(null) || schema.const === null);
}

/** @param {Field} field @returns {Kind} */
export function findKind({ schema, as, inside }) {
  if (as === "part" && isFile(schema)) return "file";
  if (schema.enum?.length || schema.const !== undefined) return "pick";
  if (schema.choice) return findChoiceKind(schema, as, inside !== null);
  const types = listTypes(schema);
  if (types.length > 1) return as === "text" && areSimple(types) ? "text" : "union";
  const [type = ""] = types;
  if (type === "object") return inside ? "structure" : "raw";
  return KINDS.get(type) ?? (as === "json" ? "raw" : "text");
}

/** @param {FormSchema} schema @param {Field["as"]} as @param {boolean} isDescribed */
function findChoiceKind({ choice }, as, isDescribed) {
  if (isDescribed) return "structure";
  const schemas = choice?.options.map((option) => option.schema) ?? [];
  if (schemas.some(({ ref }) => ref)) return "raw";
  return as === "text" && schemas.every((option) => areSimple(listTypes(option))) ? "text" : "union";
}

/** @param {string[]} types */
function areSimple(types) {
  return types.every((type) => SIMPLE.includes(type));
}

/** Whether a part of a form is a file, or a list of files. @param {FormSchema} schema @returns {boolean} */
export function isFile(schema) {
  const types = listTypes(schema);
  if (types[0] === "array") return schema.items !== undefined && isFile(schema.items);
  if (schema.contentEncoding && schema.contentEncoding !== "binary") return false;
  return types[0] === "string" && (schema.format === "binary" || schema.contentEncoding === "binary"
    || Boolean(schema.contentMediaType && !/^text\/|[/+](?:json|xml)/.test(schema.contentMediaType)));
}

/** How a text is asked for. @param {FormSchema} schema */
export function findTextKind(schema) {
  const { format = "", maxLength = 0, example } = schema;
  if (format === "password") return "secret";
  if (DATES.includes(format)) return "date";
  const isLong = maxLength > LONG || (typeof example === "string" && (example.length > 80 || example.includes("\n")));
  return isLong || /^(?:text|markdown|multiline|html)$/.test(format) ? "lines" : "line";
}

/** What an empty input says: what holds without a value, else an example. @param {FormSchema} schema */
export function writeHint(schema) {
  if (schema.default !== undefined && schema.default !== null) return say("Default {value}", { value: writeShort(schema.default) });
  return schema.example === undefined ? "" : writeShort(schema.example);
}

/** @param {unknown} value */
export function writeShort(value) {
  const text = typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
