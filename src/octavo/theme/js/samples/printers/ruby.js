// Samples in Ruby, with Net::HTTP of its own library.
import { escapeName, findSubtype, indentRest, isReadableBlock, nameFile, showHidden } from "../literals.js";
import { remember } from "../../request/remember.js";

/** @typedef {import("../../request/types.js").BuiltRequest} BuiltRequest */
/** @typedef {import("../../request/types.js").BuiltBody} BuiltBody */
/** @typedef {import("../../request/types.js").Part} Part */

// Whether the library sends a body, which then always has a type: it does so even without one.
const CLASSES = new Map([["GET", false], ["HEAD", false], ["POST", true], ["PUT", true], ["PATCH", true], ["DELETE", false], ["OPTIONS", false]]);

/** @param {BuiltRequest} request */
export function printSample({ method, url, headers, body }) {
  const set = headers.map(([name, value]) => `request[${quote(name)}] = ${quote(value)}\n`).join("");
  const scripts = body.kind === "multipart" && isManual(body) ? '\nrequire "securerandom"' : "";
  return `require "net/http"${scripts}

url = URI(${quote(url)})

request = ${printRequest(method, body)}
${set}${printBody(body)}
response = Net::HTTP.start(url.host, url.port, use_ssl: url.scheme == "https") do |http|
  http.request(request)
end

puts response.body`;
}

/** @param {string} method @param {BuiltBody} body */
function printRequest(method, body) {
  const hasBody = body.kind !== "none";
  if (CLASSES.get(method) === hasBody) return `Net::HTTP::${method[0]}${method.slice(1).toLowerCase()}.new(url)`;
  return `Net::HTTPGenericRequest.new(${quote(method)}, ${hasBody}, ${method !== "HEAD"}, url)`;
}

/** @param {BuiltBody} body */
function printBody(body) {
  switch (body.kind) {
    case "text":
      return `request.body = ${printText(body.text)}\n`;
    case "urlencoded":
      return `request.body = URI.encode_www_form(${printList(body.pairs.map(([name, value]) => `[${quote(name)}, ${quote(value)}]`))})\n`;
    case "multipart":
      return isManual(body) ? printParts(body) : `request.set_form(${printList(body.parts.map(printPart))}, "multipart/form-data")\n`;
    case "binary":
      return `request.body = File.binread(${quote(nameFile(body.file))})\n`;
    default:
      return "";
  }
}

/** Whether `set_form` cannot write the parts. @param {BuiltBody & {kind: "multipart"}} body */
function isManual(body) {
  return findSubtype(body) !== null || body.parts.some(({ name, contentType, file }) => (
    (file === undefined && contentType) || /["\\\r\n]/.test(name)));
}

/** @param {Part} part */
function printPart({ name, contentType, text = "", file }) {
  if (file === undefined) return `[${quote(name)}, ${quote(text)}]`;
  const type = contentType ? `, { content_type: ${quote(contentType)} }` : "";
  return `[${quote(name)}, File.open(${quote(nameFile(file))}, "rb")${type}]`;
}

/** @param {BuiltBody & {kind: "multipart"}} body */
function printParts({ contentType, parts }) {
  const written = parts.map(({ name, contentType: type, text = "", file }) => {
    const filename = file === undefined ? "" : `; filename="${escapeName(nameFile(file))}"`;
    const headers = `Content-Disposition: form-data; name="${escapeName(name)}"${filename}${type ? `\r\nContent-Type: ${type}` : ""}`;
    return `[${quote(headers)}, ${file === undefined ? quote(text) : `File.binread(${quote(nameFile(file))})`}]`;
  });
  return `boundary = SecureRandom.hex
parts = ${printList(written)}
request["Content-Type"] = "${contentType}; boundary=#{boundary}"
request.body = parts.map { |head, content| "--#{boundary}\\r\\n#{head}\\r\\n\\r\\n".b + content.b + "\\r\\n" }.join + "--#{boundary}--\\r\\n"
`;
}

/** @param {string[]} items */
function printList(items) {
  return `[\n  ${items.join(",\n  ")}\n]`;
}

/** @param {string} text */
function printText(text) {
  // The least indent of all lines is taken away: one of them must have none.
  const isBlock = isReadableBlock(text) && /^\S/m.test(text) && !/^[ \t]*BODY[ \t]*$/m.test(text) && !text.endsWith("\n");
  return isBlock ? `<<~'BODY'.chomp\n  ${indentRest(text, "  ")}\nBODY` : quote(text);
}

/** A double-quoted literal, in which `#` begins no code. */
const quote = remember((text) => (
  showHidden(JSON.stringify(text)).replace(/#(?=[{$@])/g, "\\#")));
