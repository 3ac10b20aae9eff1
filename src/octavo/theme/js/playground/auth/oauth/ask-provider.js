// How a provider is asked: through the proxy, where there is one, else by the browser.
import { siteData } from "../../../shared/site-data.js";
import { Failure, isUnsent } from "../../send/failure.js";

/** @typedef {{body?: URLSearchParams, headers?: Record<string, string>}} Question */
/** @typedef {{ok: boolean, status: number, type: string, text: string}} Reply */

const FORM = "application/x-www-form-urlencoded";

/** Undefined where no answer can be had. @param {string} url @param {Question} question
 * @returns {Promise<Reply | undefined>} */
export function askProvider(url, question) {
  const { proxy } = siteData;
  return proxy ? askByProxy(proxy, url, question) : askDirectly(url, question);
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
  const { askThroughProxy } = await import("../../send/proxy.js");
  const pairs = Object.entries({ Accept: "application/json", ...(body && { "Content-Type": FORM }), ...headers });
  try {
    const { status, headers: fields, body: stream } = await askThroughProxy(proxy, url, body ? "POST" : "GET", pairs, String(body ?? ""));
    const type = fields.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
    return { ok: status >= 200 && status < 300, status, type, text: await new Response(stream).text() };
  } catch (error) {
    // An address that the proxy does not call may be one that the page can.
    return error instanceof Failure && isUnsent(error) ? askDirectly(url, question) : undefined;
  }
}
