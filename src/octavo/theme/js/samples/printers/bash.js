// Samples for the command line.
import { encodeForm, encodeUtf8 } from "../../request/percent.js";
import { findSubtype, isReadable, nameFile } from "../literals.js";
import { remember } from "../../request/remember.js";

/** @typedef {import("../../request/types.js").BuiltRequest} BuiltRequest */
/** @typedef {import("../../request/types.js").BuiltBody} BuiltBody */
/** @typedef {import("../../request/types.js").Part} Part */

/** @param {BuiltRequest} request */
export function printSample({ method, url, headers, body }) {
  const isHead = method === "HEAD" && body.kind === "none";
  const lines = [isHead ? "curl --head" : `curl --request ${quoteWord(method)}`, `--url ${quoteWord(url)}`];
  for (const [name, value] of headers) lines.push(printHeader(name, value));
  return lines.concat(printBody(body)).join(" \\\n  ");
}

/** @param {string} name @param {string} value */
function printHeader(name, value) {
  if (name === "Cookie" && value.includes("=")) return `--cookie ${quote(value)}`;
  // A header with nothing behind the colon would be removed.
  return `--header ${quote(value ? `${name}: ${value}` : `${name};`)}`;
}

/** @param {BuiltBody} body */
function printBody(body) {
  switch (body.kind) {
    case "text":
      if (body.text.includes("\0")) return [`--data-binary @<(printf ${escapeFormat(body.text)})`];
      return [`${body.text.startsWith("@") ? "--data-raw" : "--data"} ${quote(body.text)}`];
    case "urlencoded":
      return body.pairs.map(([name, value]) => printPair(name, value));
    case "multipart":
      // The tool adds the boundary to the type.
      return [...(findSubtype(body) ? [printHeader("Content-Type", body.contentType)] : []), ...body.parts.map(printPart)];
    case "binary":
      return [`--data-binary ${quote(`@${nameFile(body.file)}`)}`];
    default:
      return [];
  }
}

/** @param {string} name @param {string} value */
function printPair(name, value) {
  const field = /^[\w.[\]-]+$/.test(name) ? name : encodeForm(name);
  const isPlain = encodeForm(value) === value || !field;
  // The tool encodes values itself, but no argument can hold the character 0.
  if (isPlain || value.includes("\0")) return `--data ${quote(`${field}=${encodeForm(value)}`)}`;
  return `--data-urlencode ${quote(`${field}=${value}`)}`;
}

/** @param {Part} part */
function printPart({ name, contentType, text = "", file }) {
  const type = contentType ? `;type=${contentType}` : "";
  if (file !== undefined) return `--form ${quote(`${name}=@${quotePart(nameFile(file))}${type}`)}`;
  if (text.includes("\0")) return `--form ${quote(`${name}=<`)}<(printf ${escapeFormat(text)})${type && quote(type)}`;
  if (type) return `--form ${quote(`${name}=${quotePart(text)}${type}`)}`;
  return `${quotePart(text) === text ? "--form" : "--form-string"} ${quote(`${name}=${text}`)}`;
}

/** A value of a part, in the tool's own quotes where it would see more in it. @param {string} text */
function quotePart(text) {
  if (!/^[@<("\s]|[;,]|\s$/.test(text)) return text;
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}

/** One word of the shell, in quotes where it needs them. @param {string} text */
function quoteWord(text) {
  return /^[\w\-.,:/@%+=]+$/.test(text) ? text : quote(text);
}

const quote = remember((text) => {
  if (isReadable(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${text.replace(/[\\']/g, "\\$&").replace(/[^\n\x20-\x7e]+/g, (signs) => (
    isReadable(signs) ? signs : escapeHex(signs)))}'`;
});

/** @param {string} text */
function escapeHex(text) {
  return encodeUtf8(text).map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
}

/** A format of `printf` that writes a text with the character 0 in it. @param {string} text */
function escapeFormat(text) {
  const format = text.replace(/[%\\]/g, "$&$&").replace(/[^\n\x20-\x7e]+/g, escapeOctal);
  return `'${format.replaceAll("'", "'\\''")}'`;
}

/** @param {string} text */
function escapeOctal(text) {
  return encodeUtf8(text).map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
