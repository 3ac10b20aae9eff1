// Sends a request through the proxy of this site: an envelope that names the operation, and frames
// that bring the answer back as bytes.
import { Failure } from "./failure.js";
import { encodeBody } from "./encode-body.js";
import { say } from "../../shared/say.js";

/** @typedef {import("../../request/types.js").BuiltRequest} BuiltRequest */
/** @typedef {import("../../request/types.js").RequestDescription} RequestDescription */
/** @typedef {import("../../request/types.js").RequestValues} RequestValues */
/** @typedef {import("./direct.js").Answer} Answer */

const CONTENT_TYPE = "application/vnd.octavo.request";
/** Of a provider: the proxy itself waits for less. */
const PATIENCE_MS = 60_000;

/** @param {string} route @param {RequestDescription} description @param {RequestValues} values
 * @param {BuiltRequest} request @param {AbortSignal} signal @returns {Promise<Answer>} */
export async function sendThroughProxy(route, description, values, request, signal) {
  const { content, contentType } = encodeBody(request.body);
  const { origin } = new URL(request.url);
  return forward(route, writeEnvelope(description, values, request, contentType), content, signal, origin);
}

/** Asks a provider for a token: its documented address is a server without operations.
 * @param {string} route @param {string} url @param {string} method @param {[string, string][]} headers
 * @param {string} body @returns {Promise<Answer>} */
export function askThroughProxy(route, url, method, headers, body) {
  const envelope = { server: url, variables: {}, method, operation: "", ...splitUrl(url), headers, cookies: [] };
  return forward(route, envelope, body, AbortSignal.timeout(PATIENCE_MS), new URL(url).origin);
}

/** @param {string} route @param {object} envelope @param {BlobPart | null} content @param {AbortSignal} signal
 * @param {string} origin */
async function forward(route, envelope, content, signal, origin) {
  const response = await ask(route, new Blob([JSON.stringify(envelope), "\n", content ?? ""]), signal, origin);
  if (!response.ok || !response.body) throw new Failure("proxy", { origin, ...(await readRefusal(response)) });
  return readFrames(response.body);
}

/** @param {string} route @param {Blob} body @param {AbortSignal} signal @param {string} origin */
async function ask(route, body, signal, origin) {
  try {
    return await fetch(route, {
      method: "POST", body, signal, headers: { "Content-Type": CONTENT_TYPE, "X-Octavo-Playground": "1" },
      // An application around the site may want its own cookie; the proxy never sends it on.
      credentials: "same-origin", cache: "no-store", redirect: "error",
    });
  } catch {
    if (signal.aborted) throw signal.reason;
    const message = say("This site's server does not answer. Does it still run, and are you still logged in?");
    throw new Failure("proxy", { origin, code: "proxy-gone", message });
  }
}

/** @param {RequestDescription} description @param {RequestValues} values @param {BuiltRequest} request
 * @param {string | null} contentType */
function writeEnvelope(description, values, request, contentType) {
  const server = description.servers[values.server ?? 0] ?? description.servers[0];
  const variables = (server?.variables ?? []).map(({ name, default: usual }) => [name, values.variables?.[name] || usual]);
  const { path, query } = splitUrl(request.url);
  const headers = request.headers.filter(([name]) => !/^(?:cookie|content-type)$/i.test(name));
  if (contentType) headers.push(["Content-Type", contentType]);
  const cookies = request.headers.find(([name]) => name.toLowerCase() === "cookie")?.[1] ?? "";
  return {
    server: server?.url ?? "",
    variables: Object.fromEntries(variables),
    method: request.method,
    operation: description.path,
    path,
    query,
    headers,
    cookies: cookies ? cookies.split("; ").map(splitCookie) : [],
  };
}

/** The unchanged path and query: the browser's parser would change some of them.
 * @param {string} url */
function splitUrl(url) {
  const rest = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "");
  const at = rest.indexOf("?");
  return { path: (at < 0 ? rest : rest.slice(0, at)) || "/", query: at < 0 ? "" : rest.slice(at + 1) };
}

/** @param {string} cookie @returns {[string, string]} */
function splitCookie(cookie) {
  const at = cookie.indexOf("=");
  return [cookie.slice(0, at), cookie.slice(at + 1)];
}

/** @param {Response} response */
async function readRefusal(response) {
  try {
    const { code, message } = await response.json();
    return { code: String(code), message: String(message) };
  } catch {
    return { code: "", message: say("The proxy answered with the status {status}.", { status: response.status }) };
  }
}

/** @param {ReadableStream<Uint8Array>} stream @returns {Promise<Answer>} */
async function readFrames(stream) {
  const frames = makeFrameReader(stream.getReader());
  const head = await frames.readNext();
  if (head?.kind !== "H") throw new Failure("broken");
  const { status, reason, headers, dropped = [] } = JSON.parse(new TextDecoder().decode(head.content));
  /** @type {"size" | "time" | "broken" | null} */
  let cut = "broken";
  const body = new ReadableStream({
    pull: async (controller) => {
      const frame = await frames.readNext();
      if (frame?.kind === "D") return controller.enqueue(frame.content);
      if (frame?.kind === "E") ({ cut = null } = JSON.parse(new TextDecoder().decode(frame.content)));
      controller.close();
    },
    cancel: () => frames.cancel(),
  });
  return { status, reason, headers, body, unsent: dropped, via: "proxy", cut: () => cut };
}

/** Cuts a stream into frames: a letter, four bytes of length, content.
 * @param {ReadableStreamDefaultReader<Uint8Array>} reader */
function makeFrameReader(reader) {
  /** @type {Uint8Array} */
  let rest = new Uint8Array(0);

  /** @param {number} size */
  async function take(size) {
    const pieces = [rest];
    let length = rest.length;
    while (length < size) {
      const { value, done } = await reader.read();
      if (done) return null;
      pieces.push(value);
      length += value.length;
    }
    const all = pieces.length > 1 ? joinPieces(pieces, length) : rest;
    rest = all.subarray(size);
    return all.subarray(0, size);
  }

  return {
    readNext: async () => {
      const head = await take(5);
      if (!head) return null;
      const view = new DataView(head.buffer, head.byteOffset, 5);
      const content = await take(view.getUint32(1));
      return content && { kind: String.fromCharCode(view.getUint8(0)), content };
    },
    cancel: () => reader.cancel(),
  };
}

/** @param {Uint8Array[]} pieces @param {number} length */
function joinPieces(pieces, length) {
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
