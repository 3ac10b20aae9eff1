// Samples in PHP, with its curl functions.
import { encodeForm } from "../../request/percent.js";
import { escapeName, findSubtype, fitsMapping, isReadable, isReadableBlock, nameFile } from "../literals.js";
import { remember } from "../../request/remember.js";

/** @typedef {import("../../request/types.js").BuiltRequest} BuiltRequest */
/** @typedef {import("../../request/types.js").BuiltBody} BuiltBody */
/** @typedef {import("../../request/types.js").Part} Part */

/** @param {BuiltRequest} request */
export function printSample({ method, url, headers, body }) {
  const isManual = body.kind === "multipart" && (findSubtype(body) !== null || !isPlainForm(body.parts));
  const lines = headers.map(([name, value]) => quote(value ? `${name}: ${value}` : `${name};`));
  if (isManual) lines.push(`"Content-Type: ${body.contentType}; boundary=$boundary"`);
  const set = lines.length ? `\n    CURLOPT_HTTPHEADER => [\n        ${lines.join(",\n        ")},\n    ],` : "";
  const more = method === "HEAD" ? "\n    CURLOPT_NOBODY => true," : "";
  const definition = body.kind === "none" ? ""
    : isManual ? `${printManualForm(body.parts)}\n\n` : `$body = ${printBody(body)};\n\n`;
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
function printBody(body) {
  switch (body.kind) {
    case "text":
      return printText(body.text);
    case "urlencoded":
      return fitsMapping(body.pairs.map(([name]) => name))
        ? `http_build_query(${printList(body.pairs.map(([name, value]) => `${quote(name)} => ${quote(value)}`))})`
        : `implode('&', ${printList(body.pairs.map(([name, value]) => quote(`${encodeForm(name)}=${encodeForm(value)}`)))})`;
    case "multipart":
      return printList(body.parts.map((part) => `${quote(part.name)} => ${printPart(part)}`));
    case "binary":
      return `file_get_contents(${quote(nameFile(body.file))})`;
    default:
      return "null";
  }
}

/** @param {string[]} items */
function printList(items) {
  return `[\n    ${items.join(",\n    ")},\n]`;
}

/** Whether the curl functions can write the parts: each name once, and types only for files.
 * @param {Part[]} parts */
function isPlainForm(parts) {
  return fitsMapping(parts.map(({ name }) => name))
    && parts.every(({ file, contentType }) => file !== undefined || !contentType);
}

/** @param {Part} part */
function printPart({ contentType, text = "", file }) {
  if (file === undefined) return quote(text);
  return `new CURLFile(${quote(nameFile(file))}${contentType ? `, ${quote(contentType)}` : ""})`;
}

/** @param {Part[]} parts */
function printManualForm(parts) {
  const lines = parts.map(({ name, contentType, text = "", file }) => {
    const filename = file === undefined ? "" : `; filename="${escapeName(nameFile(file))}"`;
    const head = `Content-Disposition: form-data; name="${escapeName(name)}"${filename}`;
    const type = contentType ? `\r\nContent-Type: ${contentType}` : "";
    const content = file === undefined ? quote(text) : `file_get_contents(${quote(nameFile(file))})`;
    return `$body .= "--$boundary\\r\\n" . ${quote(`${head}${type}\r\n\r\n`)} . ${content} . "\\r\\n";`;
  });
  return ["$boundary = bin2hex(random_bytes(16));", "$body = '';", ...lines, '$body .= "--$boundary--\\r\\n";'].join("\n");
}

/** @param {string} text */
function printText(text) {
  if (!isReadableBlock(text) || (text.includes("BODY") && /^\s*BODY/m.test(text))) return quote(text);
  return `<<<'BODY'\n${text}\nBODY`;
}

const quote = remember((text) => {
  if (isReadable(text) && !text.includes("\n") && !text.includes("\t")) {
    return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  }
  const escaped = text.replace(/[\\"$]/g, "\\$&").replace(/\n/g, "\\n").replace(/\r/g, "\\r").replace(/\t/g, "\\t");
  const visible = escaped.replace(/[^\x20-\x7e]/g, (sign) => (
    isReadable(sign) ? sign : `\\u{${sign.charCodeAt(0).toString(16)}}`));
  return `"${visible}"`;
});
