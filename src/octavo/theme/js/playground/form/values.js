// From what is filled in to what the request modules write: nothing is serialized here.
import { Exact, printJson, toPlain } from "../data/json.js";

/** @typedef {import("../../request/types.js").Parameter} Parameter */

/** The value of a parameter. @param {Parameter} parameter @param {any} value */
export function parameterValue(parameter, value) {
  const { contentType, style } = parameter;
  if (!contentType) return styleValue(value, style === "deepObject");
  return isJson(contentType) ? printJson(value) : styleValue(value, true);
}

/** @param {any} value @param {boolean} isDeep Every number becomes a text by itself, however deep. */
export function styleValue(value, isDeep) {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [key, memberValue(inner, isDeep)]));
  return Array.isArray(value) ? value.map((inner) => memberValue(inner, isDeep)) : leafValue(value);
}

/** @param {any} value @param {boolean} isDeep @returns {any} */
export function memberValue(value, isDeep) {
  if (isDeep && (value instanceof Map || Array.isArray(value))) return styleValue(value, true);
  return value instanceof Exact ? value.text : toPlain(value);
}

/** @param {any} value */
function leafValue(value) {
  return value instanceof Exact ? value.text : value;
}

/** @param {string} contentType */
export function isJson(contentType) {
  return /[/+]json\b/i.test(contentType);
}
