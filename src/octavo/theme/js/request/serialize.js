// Parameter values as OpenAPI writes them: style by style, from the table of the specification.
import { encodeReservedInPath, encodeReservedInQuery, encodeStrict } from "./percent.js";

/** @typedef {import("./types.js").Parameter} Parameter */
/** @typedef {import("./types.js").Style} Style */
/** @typedef {(text: string) => string} Encode */
/** @typedef {[name: string, value: string]} Pair */

const DELIMITERS = { spaceDelimited: " ", pipeDelimited: "|" };

/** What stands in the path for a parameter. @param {Parameter} parameter @param {unknown} value */
export function serializePath(parameter, value) {
  const encode = parameter.allowReserved ? encodeReservedInPath : encodeStrict;
  if (parameter.contentType) return encode(contentText(value));
  return expandInPath(parameter, value, encode);
}

/** The value of a header: nothing is encoded. @param {Parameter} parameter @param {unknown} value */
export function serializeHeader(parameter, value) {
  if (parameter.contentType) return contentText(value);
  return expandInPath({ ...parameter, style: "simple" }, value, asIs);
}

/** `name=value` for each part of a query. @param {Parameter} parameter @param {unknown} value */
export function serializeQuery(parameter, value) {
  const encode = parameter.allowReserved ? encodeReservedInQuery : encodeStrict;
  if (parameter.contentType) return [`${encodeStrict(parameter.name)}=${encode(contentText(value))}`];
  return formPairs(parameter, value, encode, encodeStrict)
    .map(([name, text]) => `${encodeStrict(name)}=${text}`);
}

/** `name=value` for each cookie. @param {Parameter} parameter @param {unknown} value */
export function serializeCookie(parameter, value) {
  const isPlain = parameter.style === "cookie" || parameter.contentType;
  const encode = isPlain ? asIs : parameter.allowReserved ? encodeReservedInQuery : encodeStrict;
  const encodeName = isPlain ? asIs : encodeStrict;
  if (parameter.contentType) return [`${parameter.name}=${contentText(value)}`];
  return formPairs(parameter, value, encode, encode)
    .map(([name, text]) => `${encodeName(name)}=${text}`);
}

/** The fields that a value gives in a style, names as they are.
 * @param {{name: string, style?: Style, explode?: boolean}} parameter @param {unknown} value
 * @param {Encode} encode For values. @param {Encode} encodeDelimiter @returns {Pair[]} */
export function formPairs({ name, style, explode }, value, encode, encodeDelimiter) {
  if (value === null) return style === "form" || style === "cookie" ? [[name, ""]] : [];
  if (typeof value !== "object") return [[name, encode(textOf(value))]];
  if (style === "deepObject") return deepPairs(name, value, encode);
  const members = membersOf(value);
  if (!members.length) return [];
  if (explode) {
    const isList = Array.isArray(value);
    return members.map(([key, member]) => [isList ? name : key, encode(textOf(member))]);
  }
  const delimiter = style === "spaceDelimited" || style === "pipeDelimited" ? DELIMITERS[style] : null;
  return [[name, flat(value, members, encode).join(delimiter ? encodeDelimiter(delimiter) : ",")]];
}

/** A value in words: lists and objects as JSON. @param {unknown} value */
export function textOf(value) {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A value of a media type: a text is that already. @param {unknown} value */
export function contentText(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** @param {{name: string, style: Style, explode: boolean}} parameter @param {unknown} value
 * @param {Encode} encode */
function expandInPath({ name, style, explode }, value, encode) {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return expandText(style, name, encode(textOf(value)));
  const members = membersOf(value);
  if (!members.length) return "";
  if (!explode) {
    return expandText(style, name, flat(value, members, encode).join(","));
  }
  const isList = Array.isArray(value);
  if (style === "matrix") {
    return members.map(([key, member]) => (
      matrixPart(isList ? encodeStrict(name) : encode(key), encode(textOf(member))))).join("");
  }
  const parts = members.map(([key, member]) => (
    isList ? encode(textOf(member)) : `${encode(key)}=${encode(textOf(member))}`));
  return style === "label" ? parts.map((part) => `.${part}`).join("") : parts.join(",");
}

/** @param {Style} style @param {string} name @param {string} text */
function expandText(style, name, text) {
  if (style === "matrix") return matrixPart(encodeStrict(name), text);
  return style === "label" ? `.${text}` : text;
}

/** @param {string} name @param {string} text Both encoded. */
function matrixPart(name, text) {
  return text ? `;${name}=${text}` : `;${name}`;
}

/** @param {object} value @param {[string, unknown][]} members @param {Encode} encode */
function flat(value, members, encode) {
  return Array.isArray(value)
    ? members.map(([, member]) => encode(textOf(member)))
    : members.flatMap(([key, member]) => [encode(key), encode(textOf(member))]);
}

/** As PHP, Rails and Stripe read them: `a[b][c]`, `a[]` for plain values, `a[0][b]` for objects.
 * @param {string} name @param {unknown} value @param {Encode} encode @returns {Pair[]} */
function deepPairs(name, value, encode) {
  if (value === null || typeof value !== "object") return [[name, encode(textOf(value))]];
  const isList = Array.isArray(value);
  return membersOf(value).flatMap(([key, member], at) => {
    const inner = !isList ? key : typeof member === "object" ? at : "";
    return deepPairs(`${name}[${inner}]`, member, encode);
  });
}

/** The members that are defined: null and undefined are left out, as RFC 6570 says.
 * @param {object} value @returns {[string, unknown][]} */
function membersOf(value) {
  return Object.entries(value).filter((entry) => entry[1] !== null && entry[1] !== undefined);
}

/** @param {string} text */
export function asIs(text) {
  return text;
}
