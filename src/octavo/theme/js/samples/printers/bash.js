// Samples for the command line.
import { bytesOf, encodeForm } from "../../request/percent.js";
import { fileName, isReadable, otherSubtype } from "../literals.js";

/** @typedef {import("../../request/types.js").BuiltRequest} BuiltRequest */
/** @typedef {import("../../request/types.js").BuiltBody} BuiltBody */
/** @typedef {import("../../request/types.js").Part} Part */

/** @param {BuiltRequest} request */
export function printSample({ method, url, headers, body }) {
  const isHead = method === "HEAD" && body.kind === "none";
  const lines = [isHead ? "curl --head" : `curl --request ${word(method)}`, `--url ${word(url)}`];
  for (const [name, value] of headers) lines.push(headerArgument(name, value));
  return lines.concat(bodyArguments(body)).join(" \\\n  ");
}

/** @param {string} name @param {string} value */
function headerArgument(name, value) {
  if (name === "Cookie" && value.includes("=")) return `--cookie ${quote(value)}`;
  // A header with nothing behind the colon would be removed.
  return `--header ${quote(value ? `${name}: ${value}` : `${name};`)}`;
}

/** @param {BuiltBody} body */
function bodyArguments(body) {
  switch (body.kind) {
    case "text":
      if (body.text.includes("\0")) return [`--data-binary @<(printf ${formatted(body.text)})`];
      return [`${body.text.startsWith("@") ? "--data-raw" : "--data"} ${quote(body.text)}`];
    case "urlencoded":
      return body.pairs.map(([name, value]) => pairArgument(name, value));
    case "multipart":
      // The tool adds the boundary to the type.
      return [...(otherSubtype(body) ? [headerArgument("Content-Type", body.contentType)] : []), ...body.parts.map(partArgument)];
    case "binary":
      return [`--data-binary ${quote(`@${fileName(body.file)}`)}`];
    default:
      return [];
  }
}

/** @param {string} name @param {string} value */
function pairArgument(name, value) {
  const written = /^[\w.[\]-]+$/.test(name) ? name : encodeForm(name);
  const isPlain = encodeForm(value) === value || !written;
  // The tool encodes values itself, but no argument can hold the character 0.
  if (isPlain || value.includes("\0")) return `--data ${quote(`${written}=${encodeForm(value)}`)}`;
  return `--data-urlencode ${quote(`${written}=${value}`)}`;
}

/** @param {Part} part */
function partArgument({ name, contentType, text = "", file }) {
  const type = contentType ? `;type=${contentType}` : "";
  if (file !== undefined) return `--form ${quote(`${name}=@${partValue(fileName(file))}${type}`)}`;
  if (text.includes("\0")) return `--form ${quote(`${name}=<`)}<(printf ${formatted(text)})${type && quote(type)}`;
  if (type) return `--form ${quote(`${name}=${partValue(text)}${type}`)}`;
  return `${partValue(text) === text ? "--form" : "--form-string"} ${quote(`${name}=${text}`)}`;
}

/** A value of a part, in the tool's own quotes where it would see more in it. @param {string} text */
function partValue(text) {
  if (!/^[@<("\s]|[;,]|\s$/.test(text)) return text;
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}

/** One word of the shell, in quotes where it needs them. @param {string} text */
function word(text) {
  return /^[\w\-.,:/@%+=]+$/.test(text) ? text : quote(text);
}

/** @remembered @param {string} text */
function quote(text) {
  if (isReadable(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${text.replace(/[\\']/g, "\\$&").replace(/[^\n\x20-\x7e]+/g, (signs) => (
    isReadable(signs) ? signs : hexadecimal(signs)))}'`;
}

/** @param {string} text */
function hexadecimal(text) {
  return bytesOf(text).map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
}

/** A format of `printf` that writes a text with the character 0 in it. @param {string} text */
function formatted(text) {
  const format = text.replace(/[%\\]/g, "$&$&").replace(/[^\n\x20-\x7e]+/g, octal);
  return `'${format.replaceAll("'", "'\\''")}'`;
}

/** @param {string} text */
function octal(text) {
  return bytesOf(text).map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
