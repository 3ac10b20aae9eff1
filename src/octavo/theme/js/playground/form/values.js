// Converts the form's values for the request modules; it serializes nothing itself.
import { Exact, printJson, writePlain } from "../data/json.js";

/** @typedef {import("../../request/types.js").Parameter} Parameter */

/** The value of a parameter. @param {Parameter} parameter @param {any} value */
export function convertParameter(parameter, value) {
  const { contentType, style } = parameter;
  if (!contentType) return convertValue(value, style === "deepObject");
  return isJson(contentType) ? printJson(value) : convertValue(value, true);
}

/** @param {any} value @param {boolean} isDeep Every number becomes a text by itself, however deep. */
export function convertValue(value, isDeep) {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [key, convertMember(inner, isDeep)]));
  return Array.isArray(value) ? value.map((inner) => convertMember(inner, isDeep)) : convertLeaf(value);
}

/** @param {any} value @param {boolean} isDeep @returns {any} */
export function convertMember(value, isDeep) {
  if (isDeep && (value instanceof Map || Array.isArray(value))) return convertValue(value, true);
  return value instanceof Exact ? value.text : writePlain(value);
}

/** @param {any} value */
function convertLeaf(value) {
  return value instanceof Exact ? value.text : value;
}

/** @param {string} contentType */
export function isJson(contentType) {
  return /[/+]json\b/i.test(contentType);
}
