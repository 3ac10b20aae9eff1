// Servers whose host the document does not say: readers may enter an address, which this tab keeps.
import { cutEnd, nameServer } from "./chosen-server.js";
import { recall, remember } from "../shared/storage.js";

/** @typedef {import("../request/types.js").Server} Server */

const ENTERED = "octavo-address";

/** Gives servers whose host the document does not say the address that the reader entered in this
 * tab, or else that of this site. @param {string} source The document. @param {Server[]} servers */
export function settle(source, servers) {
  for (const server of servers) {
    if (!server.assumed) continue;
    server.written ??= server.url;
    server.url = recall("sessionStorage", ENTERED)?.[`${source} ${server.written}`] ?? guessAddress(server.written);
  }
}

/** Keeps an address for this tab; nothing forgets it. @param {string} source @param {Server} server @param {string} address */
export function enter(source, server, address) {
  const addresses = { ...recall("sessionStorage", ENTERED), [`${source} ${nameServer(server)}`]: address || undefined };
  remember("sessionStorage", ENTERED, addresses);
}

/** The address on this site that stands for one without a known host. @param {string} written */
export function guessAddress(written) {
  return location.origin + cutEnd(written.replace(/^\w+:\/\/[^/]*/, ""));
}
