// A request that got no answer.

/**
 * @typedef {"offline" | "cors" | "unreachable" | "mixed" | "policy" | "timeout" | "cancelled" | "file"
 *   | "method" | "body" | "address" | "assumed" | "redirect" | "proxy" | "broken"} Reason
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

/** Whether an origin is on this computer. @param {string} origin */
export function isLocal(origin) {
  return /^https?:\/\/(?:localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/.test(origin);
}
