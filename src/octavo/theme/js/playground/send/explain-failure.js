// Why a request got no answer, in plain words: what happened, and what can be changed.
import { isLocal, isUnsent } from "./failure.js";
import { say } from "../../shared/say.js";

/** @typedef {import("./failure.js").Failure} Failure */
/** @typedef {import("./failure.js").Details} Details */
/** @typedef {import("./failure.js").Reason} Reason */
/** @typedef {{title: string, text: string, steps: string[], direct?: boolean}} Explanation `direct`:
 * the browser may be able to call the API without the proxy. */

const NOT_SENT = say("The request was not sent.");
const CURL = say("Copy the request as curl, and run it in a terminal: that is not restricted.");
const AGAIN = say("Send it again: the server may be busy or just starting.");

/** @type {Record<Exclude<Reason, "proxy">, (details: Details & {origin: string}) => [title: string, text: string, ...steps: string[]]>} */
const EXPLANATIONS = {
  offline: () => [say("You are offline"), NOT_SENT, say("Connect to the network and send it again.")],
  cors: ({ origin }) => [
    say("The browser did not let this page read the answer (CORS)"),
    say("{origin} can be reached, but does not say that pages of {here} may call it. The request may have arrived.", { origin, here: location.origin }),
    CURL,
    say("If the API is yours: let it answer with Access-Control-Allow-Origin: {here}, and also answer OPTIONS requests with the methods and headers that it allows.", { here: location.origin }),
    say("If the documentation is yours: serve it with octavo, whose proxy sends the requests."),
  ],
  unreachable: ({ origin }) => [
    say("The server could not be reached"),
    say("There is no connection to {origin}. Browsers do not tell pages why.", { origin }),
    say("Check the address: a name that does not exist (DNS) looks the same."),
    isLocal(origin)
      ? say("Check that the service runs on this computer, and on this port.")
      : say("Check that the service runs, and that no firewall or extension blocks it."),
    ...(origin.startsWith("https:")
      ? [say("Open {origin} in a new tab: the browser warns there if the certificate is not valid (TLS).", { origin })]
      : []),
  ],
  mixed: ({ origin }) => [
    say("The browser blocks insecure requests"),
    say("This page was loaded over HTTPS, and {origin} is called over HTTP.", { origin }),
    say("Choose a server with https:// if there is one."),
    CURL,
  ],
  policy: ({ origin }) => [
    say("The policy of this site does not allow the request"),
    say("Its Content-Security-Policy does not list {origin}.", { origin }),
    say("If the documentation is yours: add {origin} to connect-src.", { origin }),
  ],
  timeout: ({ origin, seconds = 60 }) => [
    say("There was no answer in time"),
    say("{origin} was given {seconds} seconds.", { origin, seconds }),
    AGAIN,
    say("Check that the address and the port are right: some firewalls do not answer at all."),
  ],
  cancelled: () => [say("You cancelled the request"), say("It may have arrived all the same.")],
  file: ({ name }) => [
    say("A file is missing"), say("There is no content for {name}.", { name }), say("Choose the file again: pages may not keep files."),
  ],
  method: ({ name }) => [say("Browsers do not send {name} requests", { name }), NOT_SENT, CURL],
  body: ({ name }) => [say("Browsers send no body with {name}", { name }), NOT_SENT, say("Leave the body out."), CURL],
  address: ({ url = "" }) => [say("This is not an address"), url, say("Fill in what is still in braces, and check the server.")],
  redirect: () => [
    say("The API answers with a redirect"),
    say("It was not followed, so that your credentials do not go to another server. Browsers do not tell pages where it leads."),
    say("Copy the request as curl and run it with --include: the header Location says where."),
    say("Check the server and the path: often only a slash at the end, or https, is missing."),
  ],
  part: () => [
    say("A part of the playground could not be loaded"),
    say("The API has answered, but the answer cannot be shown."),
    say("Check your connection, and send the request again."),
  ],
  broken: () => [say("The answer broke off"), say("The connection ended before the answer did."), say("Send it again.")],
};

/** What the codes of the proxy mean; its message says more. @type {Record<string, [title: string, ...steps: string[]]>} */
const BY_PROXY = {
  "host-not-found": [say("There is no server of this name (DNS)"), say("Check the address and the server's variables.")],
  "name-server-late": [say("The name of the server could not be looked up in time (DNS)"), say("Send it again.")],
  "connection-refused": [say("The server refuses connections"), say("Check that the service runs, and the port.")],
  "connection-failed": [say("The server could not be reached"), say("Check that the service runs, and that no firewall is in between.")],
  "connection-late": [say("The server did not take the connection in time"), say("Check the address and the port.")],
  "certificate-refused": [
    say("The certificate of the server is not valid (TLS)"),
    say("It may have expired, or be made for another name: the API's operator can renew it."),
  ],
  "encryption-failed": [say("The secure connection failed (TLS)"), say("The server may speak plain HTTP, or only old versions of TLS.")],
  "answer-late": [say("There was no answer in time"), AGAIN],
  "address-refused": [say("The proxy does not call private addresses")],
  "request-too-large": [say("The request is too large for the proxy"), CURL],
  "too-many-requests": [say("Too many requests"), say("Wait a little.")],
};

/** @param {Failure} failure @returns {Explanation} */
export function explain(failure) {
  const { reason, details } = failure;
  if (reason === "proxy") return { ...explainProxy(details), direct: isUnsent(failure) };
  const [title, text, ...steps] = EXPLANATIONS[reason]({ ...details, origin: details.origin ?? say("the server") });
  return { title, text, steps };
}

/** @param {Details} details @returns {Explanation} */
function explainProxy({ code = "", message = "" }) {
  const [title, ...steps] = BY_PROXY[code] ?? [say("The proxy did not send the request")];
  return { title, text: message, steps };
}
