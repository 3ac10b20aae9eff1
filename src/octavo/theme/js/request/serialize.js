// Parameter values as OpenAPI writes them: style by style, from the table of the specification.
import { encodeReservedInPath, encodeReservedInQuery, encodeStrict } from "./percent.js";

/** @typedef {import("./types.js").Parameter} Parameter */
/** @typedef {import("./types.js").Style} Style */
/** @typedef {(text: string) => string} Encode */
/** @typedef {[name: string, value: string]} Pair */

const DELIMITERS = { spaceDelimited: " ", pipeDelimited: "|" };

/** The text of a parameter in the path. @param {Parameter} parameter @param {unknown} value */
export function serializePath(parameter, value) {
  const encode = parameter.allowReserved ? encodeReservedInPath : encodeStrict;
  if (parameter.contentType) return encode(writeContent(value));
  return expandInPath(parameter, value, encode);
}

/** The value of a header, without encoding. @param {Parameter} parameter @param {unknown} value */
export function serializeHeader(parameter, value) {
  if (parameter.contentType) return writeContent(value);
  return expandInPath({ ...parameter, style: "simple" }, value, keep);
}

/** `name=value` for each part of a query. @param {Parameter} parameter @param {unknown} value */
export function serializeQuery(parameter, value) {
  const encode = parameter.allowReserved ? encodeReservedInQuery : encodeStrict;
  if (parameter.contentType) return [`${encodeStrict(parameter.name)}=${encode(writeContent(value))}`];
  return writePairs(parameter, value, encode, encodeStrict)
    .map(([name, text]) => `${encodeStrict(name)}=${text}`);
}

/** `name=value` for each cookie. @param {Parameter} parameter @param {unknown} value */
export function serializeCookie(parameter, value) {
  const isPlain = parameter.style === "cookie" || parameter.contentType;
  const encode = isPlain ? keep : parameter.allowReserved ? encodeReservedInQuery : encodeStrict;
  const encodeName = isPlain ? keep : encodeStrict;
  if (parameter.contentType) return [`${parameter.name}=${writeContent(value)}`];
  return writePairs(parameter, value, encode, encode)
    .map(([name, text]) => `${encodeName(name)}=${text}`);
}

/** The fields that a value gives in a style, names as they are.
 * @param {{name: string, style?: Style, explode?: boolean}} parameter @param {unknown} value
 * @param {Encode} encode For values. @param {Encode} encodeDelimiter @returns {Pair[]} */
export function writePairs({ name, style, explode }, value, encode, encodeDelimiter) {
  if (value === null) return style === "form" || style === "cookie" ? [[name, ""]] : [];
  if (typeof value !== "object") return [[name, encode(writeText(value))]];
  if (style === "deepObject") return writeDeep(name, value, encode);
  const members = listMembers(value);
  if (!members.length) return [];
  if (explode) {
    const isList = Array.isArray(value);
    return members.map(([key, member]) => [isList ? name : key, encode(writeText(member))]);
  }
  const delimiter = style === "spaceDelimited" || style === "pipeDelimited" ? DELIMITERS[style] : null;
  return [[name, flatten(value, members, encode).join(delimiter ? encodeDelimiter(delimiter) : ",")]];
}

/** A value in words: lists and objects as JSON. @param {unknown} value */
export function writeText(value) {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A value of a media type: a text is that already. @param {unknown} value */
export function writeContent(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** @param {{name: string, style: Style, explode: boolean}} parameter @param {unknown} value
 * @param {Encode} encode */
function expandInPath({ name, style, explode }, value, encode) {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return expandText(style, name, encode(writeText(value)));
  const members = listMembers(value);
  if (!members.length) return "";
  if (!explode) {
    return expandText(style, name, flatten(value, members, encode).join(","));
  }
  const isList = Array.isArray(value);
  if (style === "matrix") {
    return members.map(([key, member]) => (
      writeMatrix(isList ? encodeStrict(name) : encode(key), encode(writeText(member))))).join("");
  }
  const parts = members.map(([key, member]) => (
    isList ? encode(writeText(member)) : `${encode(key)}=${encode(writeText(member))}`));
  return style === "label" ? parts.map((part) => `.${part}`).join("") : parts.join(",");
}

/** @param {Style} style @param {string} name @param {string} text */
function expandText(style, name, text) {
  if (style === "matrix") return writeMatrix(encodeStrict(name), text);
  return style === "label" ? `.${text}` : text;
}

/** @param {string} name @param {string} text Both encoded. */
function writeMatrix(name, text) {
  return text ? `;${name}=${text}` : `;${name}`;
}

/** @param {object} value @param {[string, unknown][]} members @param {Encode} encode */
function flatten(value, members, encode) {
  return Array.isArray(value)
    ? members.map(([, member]) => encode(writeText(member)))
    : members.flatMap(([key, member]) => [encode(key), encode(writeText(member))]);
}

/** As PHP, Rails and Stripe read them: `a[b][c]`, `a[]` for plain values, `a[0][b]` for objects.
 * @param {string} name @param {unknown} value @param {Encode} encode @returns {Pair[]} */
function writeDeep(name, value, encode) {
  if (value === null || typeof value !== "object") return [[name, encode(writeText(value))]];
  const isList = Array.isArray(value);
  return listMembers(value).flatMap(([key, member], at) => {
    const inner = !isList ? key : typeof member === "object" ? at : "";
    return writeDeep(`${name}[${inner}]`, member, encode);
  });
}

/** The members that are defined: null and undefined are left out, as RFC 6570 says.
 * @param {object} value @returns {[string, unknown][]} */
function listMembers(value) {
  return Object.entries(value).filter((entry) => entry[1] !== null && entry[1] !== undefined);
}

/** @param {string} text */
export function keep(text) {
  return text;
}
