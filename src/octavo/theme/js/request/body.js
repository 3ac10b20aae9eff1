// The body of a request: text, a form, parts, or a file.
import { keep, writeContent, writePairs, writeText } from "./serialize.js";

/** @typedef {import("./types.js").Body} Body */
/** @typedef {import("./types.js").BodyValue} BodyValue */
/** @typedef {import("./types.js").BuiltBody} BuiltBody */
/** @typedef {import("./types.js").Field} Field */
/** @typedef {import("./types.js").Part} Part */
/** @typedef {[name: string, value: string]} Pair */

// Clients read more than a type from the text after it, so it must have none.
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:; ?charset=[\w-]+)?$/;

const MULTIPART = /^multipart\/[\w.+-]+/i;

/** Whether a text can be sent as the type of a part. @param {string} text */
export function isMediaType(text) {
  return MEDIA_TYPE.test(text);
}

/** @param {Body[]} bodies @param {BodyValue | undefined} value @returns {BuiltBody} */
export function buildBody(bodies, value) {
  const body = value && bodies.find(({ contentType }) => contentType === value.contentType);
  if (!value || !body) return { kind: "none" };
  const { contentType } = body;
  if (value.text !== undefined) return { kind: "text", contentType, text: value.text };
  if (body.kind === "binary") {
    return value.file === undefined ? { kind: "none" } : { kind: "binary", contentType, file: value.file };
  }
  const fields = new Map((body.fields ?? []).map((field) => [field.name, field]));
  const entries = (value.fields ?? []).filter(([, inner]) => inner !== undefined && inner !== null);
  if (body.kind === "urlencoded") {
    const pairs = entries.flatMap(([name, inner]) => listPairs(fields.get(name) ?? { name }, inner));
    return pairs.length ? { kind: "urlencoded", contentType, pairs } : { kind: "none" };
  }
  const types = value.types ?? {};
  const parts = entries.flatMap(([name, inner]) => {
    const field = fields.get(name) ?? { name };
    return listParts(Object.hasOwn(types, name) ? { ...field, contentType: types[name] } : field, inner);
  });
  // No text may follow the type: the boundary will.
  const type = MULTIPART.exec(contentType)?.[0].toLowerCase() ?? "multipart/form-data";
  return parts.length ? { kind: "multipart", contentType: type, parts } : { kind: "none" };
}

/** @param {Field} field @param {unknown} value @returns {Pair[]} */
function listPairs(field, value) {
  if (field.style) return writePairs(field, value, keep, keep);
  return listItems(value).map((item) => [field.name, writeItem(field, item)]);
}

/** @param {Field} field @param {unknown} value @returns {Part[]} */
function listParts(field, value) {
  const { name } = field;
  const contentType = isMediaType(field.contentType ?? "") ? field.contentType : undefined;
  if (field.style) return writePairs(field, value, keep, keep).map(([key, text]) => ({ name: key, text }));
  return listItems(value).map((item) => {
    if (field.file) return { name, contentType, file: /** @type {string} */ (item) };
    const isObject = typeof item === "object" && item !== null;
    return { name, contentType: contentType ?? (isObject ? "application/json" : undefined), text: writeItem(field, item) };
  });
}

/** Each item of a list stands for itself, under the same name. @param {unknown} value */
function listItems(value) {
  return Array.isArray(value) ? value.filter((item) => item !== null && item !== undefined) : [value];
}

/** @param {Field} field @param {unknown} item */
function writeItem(field, item) {
  return field.contentType && /json/i.test(field.contentType) ? writeContent(item) : writeText(item);
}
