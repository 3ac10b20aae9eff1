// Examples of the document, as the form takes them.
import { fromPlain } from "../json.js";
import { isFile } from "./kinds.js";

/** @typedef {import("../types.js").FormSchema} FormSchema */

/** An example of a schema, made of those of its properties that must be there.
 * @param {FormSchema} schema @returns {any} Undefined where the document gives none. */
export function exampleValue(schema) {
  const given = schema.const ?? schema.example ?? schema.default;
  if (given !== undefined) return fromPlain(given);
  const members = new Map();
  for (const { name, schema: inner, required } of schema.properties ?? []) {
    if (inner.readOnly || isFile(inner) || !(required || inner.example !== undefined)) continue;
    const value = exampleValue(inner);
    if (value !== undefined) members.set(name, value);
  }
  return members.size ? members : undefined;
}

/** A value without the texts that only stand for one. @param {any} value @returns {any} */
export function withoutPlaceholders(value) {
  if (typeof value === "string") return /^<[^<>]*>$/.test(value) ? undefined : value;
  if (Array.isArray(value)) {
    const items = value.map(withoutPlaceholders).filter((item) => item !== undefined);
    return items.length ? items : undefined;
  }
  if (!(value instanceof Map)) return value;
  const members = new Map();
  for (const [key, inner] of value) {
    const kept = withoutPlaceholders(inner);
    if (kept !== undefined) members.set(key, kept);
  }
  return members;
}
