// How a response is called: statuses, sizes, times, kinds and names of files.

/** @typedef {"json" | "xml" | "html" | "text" | "events" | "lines" | "image" | "audio" | "video" | "pdf" | "binary"} Kind */

/** @type {Record<number, string>} HTTP/2 sends no words. */
const REASONS = {
  100: "Continue", 101: "Switching Protocols", 103: "Early Hints",
  200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
  205: "Reset Content", 206: "Partial Content", 207: "Multi-Status",
  300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
  307: "Temporary Redirect", 308: "Permanent Redirect",
  400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
  405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
  411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
  415: "Unsupported Media Type", 416: "Range Not Satisfiable", 421: "Misdirected Request",
  422: "Unprocessable Content", 423: "Locked", 424: "Failed Dependency", 425: "Too Early", 426: "Upgrade Required",
  428: "Precondition Required", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
  451: "Unavailable For Legal Reasons",
  500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
  504: "Gateway Timeout", 505: "HTTP Version Not Supported", 507: "Insufficient Storage",
  511: "Network Authentication Required",
};
/** @type {[RegExp, Kind][]} The first that fits. */
const KINDS = [
  [/^text\/event-stream$/, "events"],
  [/^application\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines|json-seq|stream\+json)$|^text\/(?:x-)?(?:ndjson|jsonl)$/, "lines"],
  [/[/+]json$|\/json5?$/, "json"],
  [/^image\//, "image"],
  [/^audio\//, "audio"],
  [/^video\//, "video"],
  [/^application\/pdf$/, "pdf"],
  [/^text\/html$|^application\/xhtml\+xml$/, "html"],
  [/[/+]xml$/, "xml"],
  [/^text\/|[/+](?:javascript|ecmascript|yaml|x-yaml|toml|graphql|sql|csv|x-www-form-urlencoded|x-sh)$/, "text"],
];
/** @type {Record<string, string>} */
const ENDINGS = { json: "json", lines: "ndjson", events: "txt", xml: "xml", html: "html", text: "txt", pdf: "pdf" };
const LOOKED_AT = 4096;
const NOT_IN_NAME = /[\u0000-\u001f\u007f<>:"|?*\u202a-\u202e\u2066-\u2069]/g;

/** @param {number} status @param {string} reason */
export function writeStatus(status, reason) {
  return `${status} ${reason || REASONS[status] || ""}`.trim();
}

/** @param {number} bytes */
export function writeSize(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  const units = ["kB", "MB", "GB"];
  let value = bytes / 1000;
  while (value >= 999.5 && units.length > 1) {
    value /= 1000;
    units.shift();
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[0]}`;
}

/** @param {number} ms */
export function writeTime(ms) {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(ms < 10000 ? 2 : 1)} s`;
}

/** The media type without its parameters, and its charset. @param {string} header */
export function readType(header) {
  const [type = "", ...parameters] = header.split(";");
  const charset = parameters.map((each) => /^\s*charset="?([^"\s]+)"?\s*$/i.exec(each)?.[1]).find(Boolean);
  return { type: type.trim().toLowerCase(), charset: charset ?? "utf-8" };
}

/** What a body is, by its type and, where that says little, by its first bytes.
 * @param {string} type @param {Uint8Array} [start] @returns {Kind} */
export function findBodyKind(type, start) {
  const kind = KINDS.find(([pattern]) => pattern.test(type))?.[1];
  if (kind && kind !== "text") return kind;
  const text = start && decodeStart(start);
  if (text === null) return kind ?? "binary";
  return text && /^\s*[{[]/.test(text) ? "json" : "text";
}

/** The start of a body as text; null where it is none. @param {Uint8Array} bytes */
function decodeStart(bytes) {
  const start = bytes.subarray(0, LOOKED_AT);
  if (start.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(start, { stream: true });
  } catch {
    return null;
  }
}

/** A name for the file of a body. @param {string} disposition @param {string} url @param {string} type @param {Kind} kind */
export function findFileName(disposition, url, type, kind) {
  const encoded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition);
  const name = cleanFileName(decodeName(encoded ?? "") || plain?.[1] || plain?.[2] || "");
  if (name) return name;
  const last = cleanFileName(decodeName(url.replace(/[?#].*/, "").split("/").pop() ?? "")) || "response";
  if (/\.\w{1,8}$/.test(last)) return last;
  const ending = ENDINGS[kind] ?? (kind === "binary" ? "bin" : type.split("/")[1]?.replace(/\+.*|[^\w]/g, "")) ?? "bin";
  return `${last}.${ending}`;
}

/** @param {string} text */
function decodeName(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} name */
function cleanFileName(name) {
  const last = name.replace(/^.*[/\\]/, "");
  return last.replace(NOT_IN_NAME, "").replace(/^\.+/, "").slice(0, 120);
}
