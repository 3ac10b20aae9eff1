// The body of a request as bytes. Forms are written here, not by the browser: it would add file
// names to parts that have none, and samples and proxy must send the same.
import { encodeForm } from "../../request/percent.js";
import { Failure } from "./failure.js";

/** @typedef {import("../../request/types.js").BuiltBody} BuiltBody */
/** @typedef {import("../../request/types.js").Attachment} Attachment */
/** @typedef {import("../../request/types.js").Part} Part */

/** @param {BuiltBody} body @returns {{content: Blob | null, contentType: string | null}} */
export function encodeBody(body) {
  switch (body.kind) {
    case "none":
      return { content: null, contentType: null };
    case "text":
      return { content: new Blob([body.text]), contentType: body.contentType };
    case "urlencoded": {
      const pairs = body.pairs.map(([name, value]) => `${encodeForm(name)}=${encodeForm(value)}`);
      return { content: new Blob([pairs.join("&")]), contentType: body.contentType };
    }
    case "binary":
      return { content: makeFile(body.file), contentType: body.contentType };
    default:
      return encodeParts(body.parts, body.contentType);
  }
}

/** @param {Part[]} parts @param {string} contentType */
function encodeParts(parts, contentType) {
  const boundary = `----octavo-${crypto.getRandomValues(new Uint32Array(4)).join("")}`;
  /** @type {BlobPart[]} */
  const pieces = [];
  for (const part of parts) {
    const file = part.file === undefined ? null : makeFile(part.file);
    const type = part.contentType ?? (file ? file.type || "application/octet-stream" : null);
    const name = file ? `; filename="${escapeName(file.name)}"` : "";
    pieces.push(`--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(part.name)}"${name}\r\n`);
    pieces.push(`${type ? `Content-Type: ${type}\r\n` : ""}\r\n`, file ?? part.text ?? "", "\r\n");
  }
  pieces.push(`--${boundary}--\r\n`);
  return { content: new Blob(pieces), contentType: `${contentType}; boundary=${boundary}` };
}

/** As browsers write names into a form. @param {string} text */
function escapeName(text) {
  return text.replace(/\r\n|[\r\n]/g, "%0D%0A").replace(/"/g, "%22");
}

/** @param {Attachment} attachment */
function makeFile(attachment) {
  if (attachment instanceof File) return attachment;
  const name = typeof attachment === "string" ? attachment : attachment.name;
  throw new Failure("file", { name });
}
