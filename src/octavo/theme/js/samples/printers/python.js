// Samples in Python, with the library requests.
import { escapeBlock, findSubtype, fitsMapping, isReadableBlock, nameFile, quoteText } from "../literals.js";
import { printPython } from "../json-values.js";

/** @typedef {import("../../request/types.js").BuiltRequest} BuiltRequest */
/** @typedef {import("../../request/types.js").BuiltBody} BuiltBody */
/** @typedef {import("../../request/types.js").Part} Part */

const FUNCTIONS = new Set(["GET", "OPTIONS", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/** @param {BuiltRequest} request @param {string | null} json */
export function printSample({ method, url, headers, body }, json) {
  const [argument, payload] = printPayload(body, json);
  const definitions = [];
  if (argument) definitions.push(`${argument === "files" ? "files" : "payload"} = ${payload}`);
  if (headers.length) definitions.push(`headers = ${printMapping(headers)}`);
  const sends = FUNCTIONS.has(method) ? `${method.toLowerCase()}(url` : `request(${quoteText(method)}, url`;
  const called = [`requests.${sends}`];
  if (argument) called.push(argument === "files" ? "files=files" : `${argument}=payload`);
  if (headers.length) called.push("headers=headers");
  const blocks = ["import requests", `url = ${quoteText(url)}`];
  if (definitions.length) blocks.push(definitions.join("\n"));
  const subtype = findSubtype(body);
  const sending = subtype === null
    ? `response = ${called.join(", ")})`
    : printPrepared(method, called.slice(1), subtype).join("\n");
  return [...blocks, sending, "print(response.text)"].join("\n\n");
}

/** What sends parts of another type than that of a form.
 * @param {string} method @param {string[]} called @param {string} subtype */
function printPrepared(method, called, subtype) {
  const type = 'request.headers["Content-Type"]';
  return [
    `request = requests.Request(${[quoteText(method), "url", ...called].join(", ")}).prepare()`,
    `${type} = ${type}.replace("form-data", ${quoteText(subtype)})`,
    "response = requests.Session().send(request)",
  ];
}

/** The name of the argument that takes the body, and the body.
 * @param {BuiltBody} body @param {string | null} json @returns {[string, string]} */
function printPayload(body, json) {
  switch (body.kind) {
    case "text": {
      const value = json === null ? null : printPython(json);
      return value === null ? ["data", printText(body.text)] : ["json", value];
    }
    case "urlencoded":
      return ["data", fitsMapping(body.pairs.map(([name]) => name)) ? printMapping(body.pairs) : printPairs(body.pairs)];
    case "multipart":
      return ["files", `[\n${body.parts.map((part) => `    ${printPart(part)}`).join(",\n")}\n]`];
    case "binary":
      return ["data", `open(${quoteText(nameFile(body.file))}, "rb")`];
    default:
      return ["", ""];
  }
}

/** @param {string} text */
function printText(text) {
  const literal = isReadableBlock(text)
    ? `"""${escapeBlock(text)}"""`
    : quoteText(text);
  // The library takes texts for Latin-1 where it can.
  return /^[\0-\x7f]*$/.test(text) ? literal : `${literal}.encode()`;
}

/** @param {[string, string][]} entries */
function printMapping(entries) {
  return `{\n${entries.map(([name, value]) => `    ${quoteText(name)}: ${quoteText(value)}`).join(",\n")}\n}`;
}

/** @param {[string, string][]} entries */
function printPairs(entries) {
  return `[\n${entries.map(([name, value]) => `    (${quoteText(name)}, ${quoteText(value)})`).join(",\n")}\n]`;
}

/** @param {Part} part */
function printPart({ name, contentType, text = "", file }) {
  const type = contentType ? `, ${quoteText(contentType)}` : "";
  if (file === undefined) return `(${quoteText(name)}, (None, ${quoteText(text)}${type}))`;
  const path = quoteText(nameFile(file));
  return `(${quoteText(name)}, (${path}, open(${path}, "rb")${type}))`;
}
