// Why a request got no answer, in plain words: what happened, and what can be changed.
import { isLocal, isUnsent } from "./failure.js";

/** @typedef {import("./failure.js").Failure} Failure */
/** @typedef {import("./failure.js").Details} Details */
/** @typedef {import("./failure.js").Reason} Reason */
/** @typedef {{title: string, text: string, steps: string[], direct?: boolean}} Explanation `direct`:
 * the browser may be able to call the API without the proxy. */

const NOT_SENT = "The request was not sent.";
const CURL = "Copy the request as curl, and run it in a terminal: that is not restricted.";
const AGAIN = "Send it again: the server may be busy or just starting.";

/** @type {Record<Exclude<Reason, "proxy">, (details: Details & {origin: string}) => [title: string, text: string, ...steps: string[]]>} */
const EXPLANATIONS = {
  offline: () => ["You are offline", NOT_SENT, "Connect to the network and send it again."],
  cors: ({ origin }) => [
    "The browser did not let this page read the answer (CORS)",
    `${origin} can be reached, but does not say that pages of ${location.origin} may call it. The request may have arrived.`,
    CURL,
    `If the API is yours: let it answer with Access-Control-Allow-Origin: ${location.origin}, `
      + "and also answer OPTIONS requests with the methods and headers that it allows.",
    "If the documentation is yours: serve it with octavo, whose proxy sends the requests.",
  ],
  unreachable: ({ origin }) => [
    "The server could not be reached",
    `There is no connection to ${origin}. Browsers do not tell pages why.`,
    "Check the address: a name that does not exist (DNS) looks the same.",
    isLocal(origin)
      ? "Check that the service runs on this computer, and on this port."
      : "Check that the service runs, and that no firewall or extension blocks it.",
    ...(origin.startsWith("https:")
      ? [`Open ${origin} in a new tab: the browser warns there if the certificate is not valid (TLS).`]
      : []),
  ],
  mixed: ({ origin }) => [
    "The browser blocks insecure requests",
    `This page was loaded over HTTPS, and ${origin} is called over HTTP.`,
    "Choose a server with https:// if there is one.",
    CURL,
  ],
  policy: ({ origin }) => [
    "The policy of this site does not allow the request",
    `Its Content-Security-Policy does not list ${origin}.`,
    `If the documentation is yours: add ${origin} to connect-src.`,
  ],
  timeout: ({ origin, seconds = 60 }) => [
    "There was no answer in time",
    `${origin} was given ${seconds} seconds.`,
    AGAIN,
    "Check that the address and the port are right: some firewalls do not answer at all.",
  ],
  cancelled: () => ["You cancelled the request", "It may have arrived all the same."],
  file: ({ name }) => [
    "A file is missing", `There is no content for ${name}.`, "Choose the file again: pages may not keep files.",
  ],
  method: ({ name }) => [`Browsers do not send ${name} requests`, NOT_SENT, CURL],
  body: ({ name }) => [`Browsers send no body with ${name}`, NOT_SENT, "Leave the body out.", CURL],
  address: ({ url = "" }) => ["This is not an address", url, "Fill in what is still in braces, and check the server."],
  redirect: () => [
    "The API answers with a redirect",
    "It was not followed, so that your credentials do not go to another server. Browsers do not tell pages where it leads.",
    "Copy the request as curl and run it with --include: the header Location says where.",
    "Check the server and the path: often only a slash at the end, or https, is missing.",
  ],
  part: () => [
    "A part of the playground could not be loaded",
    "The API has answered, but the answer cannot be shown.",
    "Check your connection, and send the request again.",
  ],
  broken: () => ["The answer broke off", "The connection ended before the answer did.", "Send it again."],
};

/** What the codes of the proxy mean; its message says more. @type {Record<string, [title: string, ...steps: string[]]>} */
const BY_PROXY = {
  "host-not-found": ["There is no server of this name (DNS)", "Check the address and the server's variables."],
  "name-server-late": ["The name of the server could not be looked up in time (DNS)", "Send it again."],
  "connection-refused": ["The server refuses connections", "Check that the service runs, and the port."],
  "connection-failed": ["The server could not be reached", "Check that the service runs, and that no firewall is in between."],
  "connection-late": ["The server did not take the connection in time", "Check the address and the port."],
  "certificate-refused": [
    "The certificate of the server is not valid (TLS)",
    "It may have expired, or be made for another name: the API's operator can renew it.",
  ],
  "encryption-failed": ["The secure connection failed (TLS)", "The server may speak plain HTTP, or only old versions of TLS."],
  "answer-late": ["There was no answer in time", AGAIN],
  "address-refused": ["The proxy does not call private addresses"],
  "request-too-large": ["The request is too large for the proxy", CURL],
  "too-many-requests": ["Too many requests", "Wait a little."],
};

/** @param {Failure} failure @returns {Explanation} */
export function explain(failure) {
  const { reason, details } = failure;
  if (reason === "proxy") return { ...explainProxy(details), direct: isUnsent(failure) };
  const [title, text, ...steps] = EXPLANATIONS[reason]({ ...details, origin: details.origin ?? "the server" });
  return { title, text, steps };
}

/** @param {Details} details @returns {Explanation} */
function explainProxy({ code = "", message = "" }) {
  const [title, ...steps] = BY_PROXY[code] ?? ["The proxy did not send the request"];
  return { title, text: message, steps };
}
