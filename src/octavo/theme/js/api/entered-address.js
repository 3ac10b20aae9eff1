// Servers whose host the document does not say: readers may enter an address, which this tab keeps.
import { serverName, withoutEnd } from "./chosen-server.js";
import { recall, remember } from "../shared/storage.js";

/** @typedef {import("../request/types.js").Server} Server */

const ENTERED = "octavo-address";

/** Gives servers whose host the document does not say the address that the reader entered in this
 * tab, else that of this site. @param {string} source The document. @param {Server[]} servers */
export function settle(source, servers) {
  for (const server of servers) {
    if (!server.assumed) continue;
    server.written ??= server.url;
    server.url = recall("sessionStorage", ENTERED)?.[`${source} ${server.written}`] ?? ownAddress(server.written);
  }
}

/** Keeps an address for this tab; nothing forgets it. @param {string} source @param {Server} server @param {string} address */
export function enter(source, server, address) {
  const kept = { ...recall("sessionStorage", ENTERED), [`${source} ${serverName(server)}`]: address || undefined };
  remember("sessionStorage", ENTERED, kept);
}

/** The address on this site that stands for one without a known host. @param {string} written */
export function ownAddress(written) {
  return location.origin + withoutEnd(written.replace(/^\w+:\/\/[^/]*/, ""));
}
