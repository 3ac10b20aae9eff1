// Samples in PHP, with its curl functions.
import { encodeForm } from "../../request/percent.js";
import { fileName, fitsMapping, headerName, isReadable, isReadableBlock, otherSubtype } from "../literals.js";

/** @typedef {import("../../request/types.js").BuiltRequest} BuiltRequest */
/** @typedef {import("../../request/types.js").BuiltBody} BuiltBody */
/** @typedef {import("../../request/types.js").Part} Part */

/** @param {BuiltRequest} request */
export function printSample({ method, url, headers, body }) {
  const isManual = body.kind === "multipart" && (otherSubtype(body) !== null || !isPlainForm(body.parts));
  const lines = headers.map(([name, value]) => quote(value ? `${name}: ${value}` : `${name};`));
  if (isManual) lines.push(`"Content-Type: ${body.contentType}; boundary=$boundary"`);
  const set = lines.length ? `\n    CURLOPT_HTTPHEADER => [\n        ${lines.join(",\n        ")},\n    ],` : "";
  const more = method === "HEAD" ? "\n    CURLOPT_NOBODY => true," : "";
  const definition = body.kind === "none" ? ""
    : isManual ? `${manualForm(body.parts)}\n\n` : `$body = ${bodyValue(body)};\n\n`;
  return `<?php

${definition}$curl = curl_init();

curl_setopt_array($curl, [
    CURLOPT_URL => ${quote(url)},
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_CUSTOMREQUEST => ${quote(method)},${more}${definition && "\n    CURLOPT_POSTFIELDS => $body,"}${set}
]);

$response = curl_exec($curl);
echo $response === false ? curl_error($curl) : $response;`;
}

/** @param {BuiltBody} body */
function bodyValue(body) {
  switch (body.kind) {
    case "text":
      return textValue(body.text);
    case "urlencoded":
      return fitsMapping(body.pairs.map(([name]) => name))
        ? `http_build_query(${list(body.pairs.map(([name, value]) => `${quote(name)} => ${quote(value)}`))})`
        : `implode('&', ${list(body.pairs.map(([name, value]) => quote(`${encodeForm(name)}=${encodeForm(value)}`)))})`;
    case "multipart":
      return list(body.parts.map((part) => `${quote(part.name)} => ${partValue(part)}`));
    case "binary":
      return `file_get_contents(${quote(fileName(body.file))})`;
    default:
      return "null";
  }
}

/** @param {string[]} items */
function list(items) {
  return `[\n    ${items.join(",\n    ")},\n]`;
}

/** Whether the curl functions can write the parts: each name once, and types only for files.
 * @param {Part[]} parts */
function isPlainForm(parts) {
  return fitsMapping(parts.map(({ name }) => name))
    && parts.every(({ file, contentType }) => file !== undefined || !contentType);
}

/** @param {Part} part */
function partValue({ contentType, text = "", file }) {
  if (file === undefined) return quote(text);
  return `new CURLFile(${quote(fileName(file))}${contentType ? `, ${quote(contentType)}` : ""})`;
}

/** @param {Part[]} parts */
function manualForm(parts) {
  const lines = parts.map(({ name, contentType, text = "", file }) => {
    const filename = file === undefined ? "" : `; filename="${headerName(fileName(file))}"`;
    const head = `Content-Disposition: form-data; name="${headerName(name)}"${filename}`;
    const type = contentType ? `\r\nContent-Type: ${contentType}` : "";
    const content = file === undefined ? quote(text) : `file_get_contents(${quote(fileName(file))})`;
    return `$body .= "--$boundary\\r\\n" . ${quote(`${head}${type}\r\n\r\n`)} . ${content} . "\\r\\n";`;
  });
  return ["$boundary = bin2hex(random_bytes(16));", "$body = '';", ...lines, '$body .= "--$boundary--\\r\\n";'].join("\n");
}

/** @param {string} text */
function textValue(text) {
  if (!isReadableBlock(text) || (text.includes("BODY") && /^\s*BODY/m.test(text))) return quote(text);
  return `<<<'BODY'\n${text}\nBODY`;
}

/** @remembered @param {string} text */
function quote(text) {
  if (isReadable(text) && !text.includes("\n") && !text.includes("\t")) {
    return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  }
  const escaped = text.replace(/[\\"$]/g, "\\$&").replace(/\n/g, "\\n").replace(/\r/g, "\\r").replace(/\t/g, "\\t");
  const visible = escaped.replace(/[^\x20-\x7e]/g, (sign) => (
    isReadable(sign) ? sign : `\\u{${sign.charCodeAt(0).toString(16)}}`));
  return `"${visible}"`;
}
