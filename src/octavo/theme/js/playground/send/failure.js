// A request that got no answer.

/**
 * @typedef {"offline" | "cors" | "unreachable" | "mixed" | "policy" | "timeout" | "cancelled" | "file"
 *   | "method" | "body" | "address" | "redirect" | "proxy" | "broken" | "part"} Reason
 * @typedef {{name?: string, url?: string, origin?: string, code?: string, message?: string, seconds?: number}} Details
 */

export class Failure extends Error {
  /** @param {Reason} reason @param {Details} [details] */
  constructor(reason, details = {}) {
    super(reason);
    this.reason = reason;
    this.details = details;
  }
}

/** Loads a part of the playground. @template T @param {() => Promise<T>} load @returns {Promise<T>} */
export async function loadPart(load) {
  try {
    return await load();
  } catch (error) {
    console.error(error);
    throw new Failure("part");
  }
}

/** What keeps the proxy from sending, and no browser. */
const ONLY_PROXY = [
  "address-refused", "server-unusable", "server-unknown", "proxy-off", "request-too-large", "too-many-requests",
  "operation-unknown", "too-many-at-once",
];

/** Whether the proxy has sent nothing, and the browser may. @param {Failure} failure */
export function isUnsent({ reason, details }) {
  return reason === "proxy" && ONLY_PROXY.includes(details.code ?? "");
}

/** Whether an origin is on this computer. @param {string} origin */
export function isLocal(origin) {
  return /^https?:\/\/(?:localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/.test(origin);
}
