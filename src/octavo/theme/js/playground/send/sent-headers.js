// The headers that the proxy sends whether or not an operation documents them: its own list.

const USUAL = "accept accept-language authorization cache-control content-language content-type idempotency-key "
  + "if-match if-modified-since if-none-match if-range if-unmodified-since last-event-id prefer range "
  + "traceparent tracestate user-agent x-correlation-id x-request-id";
const NAMES = new Set(USUAL.split(" "));

/** Whether the proxy sends a header that no operation documents. @param {string} name */
export function isUsual(name) {
  return NAMES.has(name.toLowerCase());
}
