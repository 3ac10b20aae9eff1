// Samples in JavaScript, with fetch.
import { fileName, fitsMapping, indentRest, isReadableBlock, otherSubtype, quoted } from "../literals.js";
import { javascriptValue } from "../json-values.js";

/** @typedef {import("../../request/types.js").BuiltRequest} BuiltRequest */
/** @typedef {import("../../request/types.js").BuiltBody} BuiltBody */
/** @typedef {import("../../request/types.js").Part} Part */

/** @param {BuiltRequest} request @param {string | null} json */
export function printSample({ method, url, headers, body }, json) {
  // fetch throws for a body it may not send.
  const isRefused = body.kind !== "none" && (method === "GET" || method === "HEAD");
  const sent = isRefused ? /** @type {BuiltBody} */ ({ kind: "none" }) : body;
  const subtype = otherSubtype(sent);
  const options = [`method: ${quoted(method)}`];
  const type = subtype ? ['"Content-Type": type'] : [];
  if (headers.length || subtype) options.push(`headers: ${mapping(headers, "  ", type)}`);
  if (sent.kind !== "none") options.push(`body: ${subtype ? "await encoded.blob()" : bodyValue(sent, json)}`);
  const blocks = [];
  if (readsFiles(sent)) blocks.push('import { readFile } from "node:fs/promises";');
  if (sent.kind === "multipart") blocks.push(formLines(sent.parts));
  if (subtype) blocks.push(encodingLines(subtype));
  const note = isRefused ? `// fetch sends no body with ${method}: use another client for it.\n` : "";
  blocks.push(`const url = ${quoted(url)};\n${note}const options = {\n  ${options.join(",\n  ")}\n};`);
  blocks.push("const response = await fetch(url, options);\nconsole.log(await response.text());");
  return blocks.join("\n\n");
}

/** @param {BuiltBody} body */
function readsFiles(body) {
  return body.kind === "binary" || (body.kind === "multipart" && body.parts.some(({ file }) => file !== undefined));
}

/** @param {BuiltBody} body @param {string | null} json */
function bodyValue(body, json) {
  switch (body.kind) {
    case "text":
      return (json === null ? null : jsonValue(json)) ?? textValue(body.text);
    case "urlencoded":
      return fitsMapping(body.pairs.map(([name]) => name))
        ? `new URLSearchParams(${mapping(body.pairs, "  ")})`
        : `new URLSearchParams(${pairs(body.pairs)})`;
    case "binary":
      return `await readFile(${quoted(fileName(body.file))})`;
    default:
      return "form";
  }
}

/** @remembered @param {string} json */
function jsonValue(json) {
  const value = javascriptValue(json);
  return value === null ? null : `JSON.stringify(${indentRest(value, "  ")})`;
}

/** @param {Part[]} parts */
function formLines(parts) {
  return ["const form = new FormData();", ...parts.map((part) => `form.append(${partArguments(part)});`)].join("\n");
}

/** What gives the parts another type than that of a form. @param {string} subtype */
function encodingLines(subtype) {
  const type = `encoded.headers.get("Content-Type").replace("form-data", ${quoted(subtype)})`;
  return `const encoded = new Response(form);\nconst type = ${type};`;
}

/** @param {Part} part */
function partArguments({ name, contentType, text = "", file }) {
  const type = contentType ? `, { type: ${quoted(contentType)} }` : "";
  if (file === undefined) return `${quoted(name)}, ${type ? `new Blob([${quoted(text)}]${type})` : quoted(text)}`;
  const path = quoted(fileName(file));
  return `${quoted(name)}, new Blob([await readFile(${path})]${type}), ${path}`;
}

/** @param {string} text */
function textValue(text) {
  if (!isReadableBlock(text)) return quoted(text);
  const literal = text.replace(/[\\`]|\$(?=\{)/g, "\\$&");
  return `\`${literal}\``;
}

/** @param {[string, string][]} entries @param {string} blanks @param {string[]} [more] */
function mapping(entries, blanks, more = []) {
  const lines = entries.map(([name, value]) => (
    `${name === "__proto__" ? '["__proto__"]' : quoted(name)}: ${quoted(value)}`)).concat(more);
  return `{\n${blanks}  ${lines.join(`,\n${blanks}  `)}\n${blanks}}`;
}

/** @param {[string, string][]} entries */
function pairs(entries) {
  return `[\n${entries.map(([name, value]) => `    [${quoted(name)}, ${quoted(value)}]`).join(",\n")}\n  ]`;
}
