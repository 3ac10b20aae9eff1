// Samples in Python, with the library requests.
import { escapeBlock, fileName, fitsMapping, isReadableBlock, otherSubtype, quoted } from "../literals.js";
import { pythonValue } from "../json-values.js";

/** @typedef {import("../../request/types.js").BuiltRequest} BuiltRequest */
/** @typedef {import("../../request/types.js").BuiltBody} BuiltBody */
/** @typedef {import("../../request/types.js").Part} Part */

const FUNCTIONS = new Set(["GET", "OPTIONS", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/** @param {BuiltRequest} request @param {string | null} json */
export function printSample({ method, url, headers, body }, json) {
  const [argument, payload] = payloadOf(body, json);
  const definitions = [];
  if (argument) definitions.push(`${argument === "files" ? "files" : "payload"} = ${payload}`);
  if (headers.length) definitions.push(`headers = ${mapping(headers)}`);
  const sends = FUNCTIONS.has(method) ? `${method.toLowerCase()}(url` : `request(${quoted(method)}, url`;
  const called = [`requests.${sends}`];
  if (argument) called.push(argument === "files" ? "files=files" : `${argument}=payload`);
  if (headers.length) called.push("headers=headers");
  const blocks = ["import requests", `url = ${quoted(url)}`];
  if (definitions.length) blocks.push(definitions.join("\n"));
  const subtype = otherSubtype(body);
  const sending = subtype === null
    ? `response = ${called.join(", ")})`
    : preparedLines(method, called.slice(1), subtype).join("\n");
  return [...blocks, sending, "print(response.text)"].join("\n\n");
}

/** What sends parts of another type than that of a form.
 * @param {string} method @param {string[]} called @param {string} subtype */
function preparedLines(method, called, subtype) {
  const type = 'request.headers["Content-Type"]';
  return [
    `request = requests.Request(${[quoted(method), "url", ...called].join(", ")}).prepare()`,
    `${type} = ${type}.replace("form-data", ${quoted(subtype)})`,
    "response = requests.Session().send(request)",
  ];
}

/** The name of the argument that takes the body, and the body.
 * @param {BuiltBody} body @param {string | null} json @returns {[string, string]} */
function payloadOf(body, json) {
  switch (body.kind) {
    case "text": {
      const value = json === null ? null : pythonValue(json);
      return value === null ? ["data", textValue(body.text)] : ["json", value];
    }
    case "urlencoded":
      return ["data", fitsMapping(body.pairs.map(([name]) => name)) ? mapping(body.pairs) : pairs(body.pairs)];
    case "multipart":
      return ["files", `[\n${body.parts.map((part) => `    ${partValue(part)}`).join(",\n")}\n]`];
    case "binary":
      return ["data", `open(${quoted(fileName(body.file))}, "rb")`];
    default:
      return ["", ""];
  }
}

/** @param {string} text */
function textValue(text) {
  const literal = isReadableBlock(text)
    ? `"""${escapeBlock(text)}"""`
    : quoted(text);
  // The library takes texts for Latin-1 where it can.
  return /^[\0-\x7f]*$/.test(text) ? literal : `${literal}.encode()`;
}

/** @param {[string, string][]} entries */
function mapping(entries) {
  return `{\n${entries.map(([name, value]) => `    ${quoted(name)}: ${quoted(value)}`).join(",\n")}\n}`;
}

/** @param {[string, string][]} entries */
function pairs(entries) {
  return `[\n${entries.map(([name, value]) => `    (${quoted(name)}, ${quoted(value)})`).join(",\n")}\n]`;
}

/** @param {Part} part */
function partValue({ name, contentType, text = "", file }) {
  const type = contentType ? `, ${quoted(contentType)}` : "";
  if (file === undefined) return `(${quoted(name)}, (None, ${quoted(text)}${type}))`;
  const path = quoted(fileName(file));
  return `(${quoted(name)}, (${path}, open(${path}, "rb")${type}))`;
}
