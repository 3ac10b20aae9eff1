// Percent-encoding: RFC 3986 and RFC 6570 for addresses, WHATWG for forms.
import { remember } from "./remember.js";

const LEFT_BY_BUILTIN = /[!'()*]/g;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const NOT_IN_ADDRESS = /%(?![\dA-Fa-f]{2})|[^\w\-.~:/?#[\]@!$&'()*+,;=%]+/g;

/** Encodes everything but letters, digits and `-._~`. */
export const encodeStrict = remember((text) => encodeBytes(text).replace(LEFT_BY_BUILTIN, encodeCharacter));

/** Encodes what no address may hold; what is encoded already stays. */
export const encodeLiteral = remember((text) => text.replace(NOT_IN_ADDRESS, encodeStrict));

/** As `allowReserved` asks, but for what would end the path. @param {string} text */
export function encodeReservedInPath(text) {
  return encodeLiteral(text).replace(/[/?#[\]]/g, encodeCharacter);
}

/** As `allowReserved` asks, but for what means something else in a query. @param {string} text */
export function encodeReservedInQuery(text) {
  return encodeLiteral(text).replace(/[#[\]&=+]/g, encodeCharacter);
}

/** As browsers write forms. */
export const encodeForm = remember((text) => {
  if (/^[\w\-.*]*$/.test(text)) return text;
  return encodeBytes(text).replace(/%20|[!'()~]/g, (match) => (match === "%20" ? "+" : encodeCharacter(match)));
});

/** The bytes of a text in UTF-8. @param {string} text */
export function encodeUtf8(text) {
  const bytes = [];
  const encoded = encodeBytes(text);
  for (let at = 0; at < encoded.length; at++) {
    if (encoded[at] !== "%") bytes.push(encoded.charCodeAt(at));
    else {
      bytes.push(parseInt(encoded.slice(at + 1, at + 3), 16));
      at += 2;
    }
  }
  return bytes;
}

/** @param {string} text */
function encodeBytes(text) {
  try {
    return encodeURIComponent(text);
  } catch {
    return encodeURIComponent(text.replace(LONE_SURROGATE, "\ufffd"));
  }
}

/** @param {string} character Of ASCII. */
function encodeCharacter(character) {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
