// How a provider is asked: by the browser where the provider lets pages ask, else through the proxy.
import { siteData } from "../../site-data.js";
import { Failure, isUnsent } from "../failure.js";

/** @typedef {{body?: URLSearchParams, headers?: Record<string, string>}} Question */
/** @typedef {{ok: boolean, status: number, type: string, text: string}} Reply */

const FORM = "application/x-www-form-urlencoded";
/** Which addresses let pages ask. @type {Map<string, Promise<boolean>>} */
const answers = new Map();

/** Undefined where no answer can be had. @param {string} url @param {Question} question
 * @returns {Promise<Reply | undefined>} */
export async function askProvider(url, question) {
  const { proxy } = siteData;
  if (!proxy) return askDirectly(url, question);
  if (await letsPagesAsk(url, Boolean(question.body))) {
    const reply = await askDirectly(url, question);
    // Before a question with headers of its own, browsers ask whether they may put it: it was not put.
    if (reply || !question.headers) return reply;
  }
  return askByProxy(proxy, url, question);
}

/** A code is good for one request, and that arrives even where its answer cannot be read. So an
 * empty form is sent first: a provider refuses it, and shows whether pages can read its answers.
 * @param {string} url @param {boolean} isForm */
function letsPagesAsk(url, isForm) {
  let promise = answers.get(url);
  if (!promise) {
    promise = askDirectly(url, isForm ? { body: new URLSearchParams() } : {}).then(Boolean);
    answers.set(url, promise);
  }
  return promise;
}

/** @param {string} url @param {Question} question @returns {Promise<Reply | undefined>} */
async function askDirectly(url, { body, headers }) {
  try {
    const response = await fetch(url, {
      method: body ? "POST" : "GET", body, headers: { Accept: "application/json", ...headers },
      credentials: "omit", cache: "no-store", redirect: "error", referrerPolicy: "no-referrer",
    });
    const text = await response.text();
    return { ok: response.ok, status: response.status, type: response.headers.get("content-type") ?? "", text };
  } catch {
    return undefined;
  }
}

/** @param {string} proxy @param {string} url @param {Question} question @returns {Promise<Reply | undefined>} */
async function askByProxy(proxy, url, question) {
  const { body, headers = {} } = question;
  const { askThroughProxy } = await import("../transport-proxy.js");
  const sent = Object.entries({ Accept: "application/json", ...(body && { "Content-Type": FORM }), ...headers });
  try {
    const { status, headers: got, body: stream } = await askThroughProxy(proxy, url, body ? "POST" : "GET", sent, String(body ?? ""));
    const type = got.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
    return { ok: status >= 200 && status < 300, status, type, text: await new Response(stream).text() };
  } catch (error) {
    // The browser could not read an answer before, and may be able to for this question.
    return error instanceof Failure && isUnsent(error) ? askDirectly(url, question) : undefined;
  }
}
