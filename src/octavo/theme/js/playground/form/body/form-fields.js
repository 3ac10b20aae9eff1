// The fields of a body that is a form.
import { isJson, convertMember, convertValue } from "../values.js";
import { printJson } from "../../data/json.js";
import { listTypes } from "../kinds.js";

/** @typedef {import("../../../request/types.js").Body} Body */
/** @typedef {import("../../../request/types.js").BodyValue} BodyValue */

/** The fields of a form. @param {Body} body @param {any} value
 * @param {Record<string, string>} [types] Those of parts that were chosen. @returns {BodyValue | undefined} */
export function buildFormBody(body, value, types = {}) {
  if (!(value instanceof Map)) return undefined;
  const fieldsByName = new Map((body.fields ?? []).map((field) => [field.name, field]));
  const fields = [...value].map(([name, inner]) => {
    const { style, contentType: usualType = "", file } = fieldsByName.get(name) ?? {};
    const contentType = Object.hasOwn(types, name) ? types[name] ?? "" : usualType;
    /** @type {[string, unknown]} */
    const field = [name, inner];
    if (file || inner instanceof File) return field;
    if (style) field[1] = convertValue(inner, style === "deepObject");
    else if (isJson(contentType)) field[1] = Array.isArray(inner) ? inner.map((item) => printJson(item)) : printJson(inner);
    else field[1] = Array.isArray(inner) ? inner.map((item) => convertMember(item, false)) : convertMember(inner, false);
    return field;
  });
  return { contentType: body.contentType, fields, ...(Object.keys(types).length && { types }) };
}

/** How a field of a form is written. @param {Body} body @param {string} name
 * @param {import("../../types.js").FormSchema} schema */
export function findPartKind(body, name, schema) {
  const { style, contentType = "", file } = body.fields?.find((field) => field.name === name) ?? {};
  if (style && !file) return "text";
  return isJson(contentType) || listTypes(schema)[0] === "object" ? "json" : "part";
}
