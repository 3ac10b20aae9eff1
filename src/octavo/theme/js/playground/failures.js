// Why a request got no answer, in plain words: what happened, and what can be changed.
import { isLocal } from "./failure.js";

/** @typedef {import("./failure.js").Failure} Failure */
/** @typedef {import("./failure.js").Details} Details */
/** @typedef {{title: string, text: string, steps: string[], direct?: boolean}} Explanation `direct`:
 * the browser may be able to call the API without the proxy. */

/** @param {Failure} failure @returns {Explanation} */
export function explain({ reason, details }) {
  const { origin = "the server", name = "", url = "" } = details;
  switch (reason) {
    case "offline":
      return { title: "You are offline", text: "The request was not sent.", steps: ["Connect to the network and send it again."] };
    case "cors":
      return {
        title: "The browser did not let this page read the answer (CORS)",
        text: `${origin} can be reached, but does not say that pages of ${location.origin} may call it. The request may have arrived.`,
        steps: [
          "Copy the request as curl, and run it in a terminal: that is not restricted.",
          `If the API is yours: let it answer with Access-Control-Allow-Origin: ${location.origin}, and also answer OPTIONS requests with the methods and headers that it allows.`,
          "If the documentation is yours: serve it with octavo, whose proxy sends the requests.",
        ],
      };
    case "unreachable":
      return {
        title: "The server could not be reached",
        text: `There is no connection to ${origin}. Browsers do not tell pages why.`,
        steps: [
          "Check the address: a name that does not exist (DNS) looks the same.",
          isLocal(origin) ? "Check that the service runs on this computer, and on this port." : "Check that the service runs, and that no firewall or extension blocks it.",
          ...(origin.startsWith("https:") ? [`Open ${origin} in a new tab: the browser warns there if the certificate is not valid (TLS).`] : []),
        ],
      };
    case "mixed":
      return {
        title: "The browser blocks insecure requests",
        text: `This page was loaded over HTTPS, and ${origin} is called over HTTP.`,
        steps: ["Choose a server with https:// if there is one.", "Copy the request as curl, and run it in a terminal."],
      };
    case "policy":
      return {
        title: "The policy of this site does not allow the request",
        text: `Its Content-Security-Policy does not list ${origin}.`,
        steps: [`If the documentation is yours: add ${origin} to connect-src.`],
      };
    case "timeout":
      return {
        title: "There was no answer in time",
        text: `${origin} was given ${details.seconds ?? 60} seconds.`,
        steps: ["Send it again: the server may be busy or just starting.", "Check that the address and the port are right: some firewalls do not answer at all."],
      };
    case "cancelled":
      return { title: "You cancelled the request", text: "It may have arrived all the same.", steps: [] };
    case "file":
      return { title: "A file is missing", text: `There is no content for ${name}.`, steps: ["Choose the file again: pages may not keep files."] };
    case "method":
      return { title: `Browsers do not send ${name} requests`, text: "The request was not sent.", steps: ["Copy the request as curl, and run it in a terminal."] };
    case "body":
      return { title: `Browsers send no body with ${name}`, text: "The request was not sent.", steps: ["Leave the body out.", "Copy the request as curl, and run it in a terminal."] };
    case "address":
      return { title: "This is not an address", text: url, steps: ["Fill in what is still in braces, and check the server."] };
    case "assumed":
      return {
        title: "The documentation does not say where the API is",
        text: `${origin} only stands for its server. The request was not sent.`,
        steps: ["If the documentation is yours: name the server in the API document (servers), or in the settings (api.baseUrl)."],
      };
    case "redirect":
      return {
        title: "The API answers with a redirect",
        text: "It was not followed, so that your credentials do not go to another server. Browsers do not tell pages where it leads.",
        steps: ["Copy the request as curl and run it with --include: the header Location says where.", "Check the server and the path: often only a slash at the end, or https, is missing."],
      };
    case "broken":
      return { title: "The answer broke off", text: "The connection ended before the answer did.", steps: ["Send it again."] };
    default:
      return explainProxy(details);
  }
}

/** What the proxy of this site says: its message is for readers already.
 * @param {Details} details @returns {Explanation} */
function explainProxy({ code = "", message = "", origin = "the server" }) {
  /** @type {Record<string, [title: string, ...steps: string[]]>} */
  const known = {
    "host-not-found": ["There is no server of this name (DNS)", "Check the address and the server's variables."],
    "name-server-late": ["The name of the server could not be looked up in time (DNS)", "Send it again."],
    "connection-refused": ["The server refuses connections", "Check that the service runs, and the port."],
    "connection-failed": ["The server could not be reached", "Check that the service runs, and that no firewall is in between."],
    "connection-late": ["The server did not take the connection in time", "Check the address and the port."],
    "certificate-refused": ["The certificate of the server is not valid (TLS)", "It may have expired, or be made for another name: the API's operator can renew it."],
    "encryption-failed": ["The secure connection failed (TLS)", "The server may speak plain HTTP, or only old versions of TLS."],
    "answer-late": ["There was no answer in time", "Send it again: the server may be busy."],
    "address-refused": ["The proxy does not call private addresses", `If the documentation is yours: start octavo with --proxy-allow-net and the address of ${origin}.`],
    "request-too-large": ["The request is too large for the proxy", "Copy the request as curl, and run it in a terminal."],
    "too-many-requests": ["Too many requests", "Wait a little."],
  };
  const [title, ...steps] = known[code] ?? ["The proxy did not send the request"];
  const direct = ["address-refused", "server-unusable", "server-unknown", "proxy-off", "request-too-large", "too-many-requests", "operation-unknown"].includes(code);
  return { title, text: message, steps, direct };
}
