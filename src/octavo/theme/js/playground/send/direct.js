// Sends a request from the browser itself.
import { Failure, isLocal } from "./failure.js";
import { FORBIDDEN_HEADERS } from "./forbidden-headers.js";
import { encodeBody } from "./encode-body.js";

/** @typedef {import("../../request/types.js").BuiltRequest} BuiltRequest */

/**
 * What came back; the body follows as it arrives.
 * @typedef {object} Answer
 * @property {number} status
 * @property {string} reason
 * @property {[name: string, value: string][]} headers
 * @property {ReadableStream<Uint8Array> | null} body
 * @property {string[]} unsent Headers that could not be sent.
 * @property {"browser" | "proxy"} via
 * @property {() => "size" | "time" | "broken" | null} cut Why the body ended too early, if it did.
 */

/** Sends only the reader's input. @type {RequestInit} */
const QUIET = { credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer" };
const FORBIDDEN_METHODS = /^(?:CONNECT|TRACE|TRACK)$/i;

/** @param {BuiltRequest} request @param {AbortSignal} signal @returns {Promise<Answer>} */
export async function sendDirectly(request, signal) {
  const { method } = request;
  const url = readUrl(request.url);
  if (FORBIDDEN_METHODS.test(method)) throw new Failure("method", { name: method });
  const { content, contentType } = encodeBody(request.body);
  if (content && (method === "GET" || method === "HEAD")) throw new Failure("body", { name: method });
  const allowed = request.headers.filter(([name]) => !FORBIDDEN_HEADERS.test(name));
  const headers = new Headers(allowed);
  if (contentType) headers.set("Content-Type", contentType);
  const response = await watchCall(url.origin, () => fetch(url, {
    ...QUIET, method, headers, body: content, signal, redirect: "manual",
  }), signal);
  if (response.type === "opaqueredirect") throw new Failure("redirect", { origin: url.origin });
  return {
    status: response.status,
    reason: response.statusText,
    headers: [...response.headers],
    body: response.body,
    unsent: request.headers.filter(([name]) => FORBIDDEN_HEADERS.test(name)).map(([name]) => name),
    via: "browser",
    cut: () => null,
  };
}

/** @param {string} text */
function readUrl(text) {
  try {
    const url = new URL(text);
    if (/^https?:$/.test(url.protocol) && !/[{}]/.test(decodeURI(url.host))) return url;
  } catch {
    // told below
  }
  throw new Failure("address", { url: text });
}

/** Does a call, and finds out why when it fails.
 * @param {string} origin @param {() => Promise<Response>} call @param {AbortSignal} signal */
async function watchCall(origin, call, signal) {
  let isForbidden = false;
  /** @param {SecurityPolicyViolationEvent} event */
  const note = (event) => {
    if (event.effectiveDirective === "connect-src" && event.blockedURI.startsWith(origin)) isForbidden = true;
  };
  document.addEventListener("securitypolicyviolation", note);
  try {
    return await call();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    // The event comes after the failure.
    await new Promise((resolve) => setTimeout(resolve, 50));
    throw new Failure(isForbidden ? "policy" : await findReason(origin), { origin });
  } finally {
    document.removeEventListener("securitypolicyviolation", note);
  }
}

/** Browsers tell all failures alike. One that reaches the server without asking to read anything
 * tells CORS from the rest: it carries no credentials and changes nothing.
 * @param {string} origin @returns {Promise<import("./failure.js").Reason>} */
async function findReason(origin) {
  if (!navigator.onLine && !isLocal(origin)) return "offline";
  if (location.protocol === "https:" && origin.startsWith("http:") && !isLocal(origin)) return "mixed";
  try {
    await fetch(origin, { ...QUIET, method: "HEAD", mode: "no-cors", signal: AbortSignal.timeout(5000) });
    return "cors";
  } catch {
    return "unreachable";
  }
}
