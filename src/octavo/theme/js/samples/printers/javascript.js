// Samples in JavaScript, with fetch.
import { findSubtype, fitsMapping, indentRest, isReadableBlock, nameFile, quoteText } from "../literals.js";
import { printJavascript } from "../json-values.js";
import { remember } from "../../request/remember.js";

/** @typedef {import("../../request/types.js").BuiltRequest} BuiltRequest */
/** @typedef {import("../../request/types.js").BuiltBody} BuiltBody */
/** @typedef {import("../../request/types.js").Part} Part */

/** @param {BuiltRequest} request @param {string | null} json */
export function printSample({ method, url, headers, body }, json) {
  // fetch throws for a body it may not send.
  const isRefused = body.kind !== "none" && (method === "GET" || method === "HEAD");
  const sent = isRefused ? /** @type {BuiltBody} */ ({ kind: "none" }) : body;
  const subtype = findSubtype(sent);
  const options = [`method: ${quoteText(method)}`];
  const type = subtype ? ['"Content-Type": type'] : [];
  if (headers.length || subtype) options.push(`headers: ${printMapping(headers, "  ", type)}`);
  if (sent.kind !== "none") options.push(`body: ${subtype ? "await encoded.blob()" : printBody(sent, json)}`);
  const blocks = [];
  if (readsFiles(sent)) blocks.push('import { readFile } from "node:fs/promises";');
  if (sent.kind === "multipart") blocks.push(printForm(sent.parts));
  if (subtype) blocks.push(printEncoding(subtype));
  const note = isRefused ? `// fetch sends no body with ${method}: use another client for it.\n` : "";
  blocks.push(`const url = ${quoteText(url)};\n${note}const options = {\n  ${options.join(",\n  ")}\n};`);
  blocks.push("const response = await fetch(url, options);\nconsole.log(await response.text());");
  return blocks.join("\n\n");
}

/** @param {BuiltBody} body */
function readsFiles(body) {
  return body.kind === "binary" || (body.kind === "multipart" && body.parts.some(({ file }) => file !== undefined));
}

/** @param {BuiltBody} body @param {string | null} json */
function printBody(body, json) {
  switch (body.kind) {
    case "text":
      return (json === null ? null : printJsonLines(json)) ?? printText(body.text);
    case "urlencoded":
      return fitsMapping(body.pairs.map(([name]) => name))
        ? `new URLSearchParams(${printMapping(body.pairs, "  ")})`
        : `new URLSearchParams(${printPairs(body.pairs)})`;
    case "binary":
      return `await readFile(${quoteText(nameFile(body.file))})`;
    default:
      return "form";
  }
}

const printJsonLines = remember((json) => {
  const value = printJavascript(json);
  return value === null ? null : `JSON.stringify(${indentRest(value, "  ")})`;
});

/** @param {Part[]} parts */
function printForm(parts) {
  return ["const form = new FormData();", ...parts.map((part) => `form.append(${printPart(part)});`)].join("\n");
}

/** What gives the parts another type than that of a form. @param {string} subtype */
function printEncoding(subtype) {
  const type = `encoded.headers.get("Content-Type").replace("form-data", ${quoteText(subtype)})`;
  return `const encoded = new Response(form);\nconst type = ${type};`;
}

/** @param {Part} part */
function printPart({ name, contentType, text = "", file }) {
  const type = contentType ? `, { type: ${quoteText(contentType)} }` : "";
  if (file === undefined) return `${quoteText(name)}, ${type ? `new Blob([${quoteText(text)}]${type})` : quoteText(text)}`;
  const path = quoteText(nameFile(file));
  return `${quoteText(name)}, new Blob([await readFile(${path})]${type}), ${path}`;
}

/** @param {string} text */
function printText(text) {
  if (!isReadableBlock(text)) return quoteText(text);
  const literal = text.replace(/[\\`]|\$(?=\{)/g, "\\$&");
  return `\`${literal}\``;
}

/** @param {[string, string][]} entries @param {string} blanks @param {string[]} [more] */
function printMapping(entries, blanks, more = []) {
  const lines = entries.map(([name, value]) => (
    `${name === "__proto__" ? '["__proto__"]' : quoteText(name)}: ${quoteText(value)}`)).concat(more);
  return `{\n${blanks}  ${lines.join(`,\n${blanks}  `)}\n${blanks}}`;
}

/** @param {[string, string][]} entries */
function printPairs(entries) {
  return `[\n${entries.map(([name, value]) => `    [${quoteText(name)}, ${quoteText(value)}]`).join(",\n")}\n  ]`;
}
