// From what is filled in to what the request modules write: nothing is serialized here.
import { Exact, printJson, toPlain } from "../json.js";

/** @typedef {import("../../request/types.js").Body} Body */
/** @typedef {import("../../request/types.js").BodyValue} BodyValue */
/** @typedef {import("../../request/types.js").Parameter} Parameter */

/** The value of a parameter. @param {Parameter} parameter @param {any} value */
export function parameterValue(parameter, value) {
  const { contentType, style } = parameter;
  if (!contentType) return styleValue(value, style === "deepObject");
  return isJson(contentType) ? printJson(value) : styleValue(value, true);
}

/** @param {any} value @param {boolean} isDeep Every number becomes a text by itself, however deep. */
function styleValue(value, isDeep) {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [key, memberValue(inner, isDeep)]));
  return Array.isArray(value) ? value.map((inner) => memberValue(inner, isDeep)) : leafValue(value);
}

/** @param {any} value @param {boolean} isDeep @returns {any} */
function memberValue(value, isDeep) {
  if (isDeep && (value instanceof Map || Array.isArray(value))) return styleValue(value, true);
  return value instanceof Exact ? value.text : toPlain(value);
}

/** @param {any} value */
function leafValue(value) {
  return value instanceof Exact ? value.text : value;
}

/** The fields of a form. @param {Body} body @param {any} value
 * @param {Record<string, string>} [types] Those of parts that were chosen. @returns {BodyValue | undefined} */
export function formBody(body, value, types = {}) {
  if (!(value instanceof Map)) return undefined;
  const known = new Map((body.fields ?? []).map((field) => [field.name, field]));
  const fields = [...value].map(([name, inner]) => {
    const { style, contentType: documented = "", file } = known.get(name) ?? {};
    const contentType = Object.hasOwn(types, name) ? types[name] ?? "" : documented;
    /** @type {[string, unknown]} */
    const field = [name, inner];
    if (file || inner instanceof File) return field;
    if (style) field[1] = styleValue(inner, style === "deepObject");
    else if (isJson(contentType)) field[1] = Array.isArray(inner) ? inner.map((item) => printJson(item)) : printJson(inner);
    else field[1] = Array.isArray(inner) ? inner.map((item) => memberValue(item, false)) : memberValue(inner, false);
    return field;
  });
  return { contentType: body.contentType, fields, ...(Object.keys(types).length && { types }) };
}

/** @param {string} contentType */
export function isJson(contentType) {
  return /[/+]json\b/i.test(contentType);
}
