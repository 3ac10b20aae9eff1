// The server that a reader chose or entered: its stored form, and where the page shows it.
import { recall, remember } from "../shared/storage.js";

/** @typedef {import("../request/types.js").Server} Server */
/** @typedef {{urls: string[], values: Record<string, Record<string, string>>}} Memory */

const CHOSEN = "octavo-server";
const MOST_CHOICES = 20;
/** The line with the address: all languages use this name. In a body, a quote precedes the word. */
const ADDRESS = /^[^"']*ur[il]\W/i;

// choices

/** @returns {Memory} */
function readMemory() {
  const { urls, values } = recall("localStorage", CHOSEN) ?? {};
  return {
    urls: Array.isArray(urls) ? urls : [],
    values: typeof values === "object" && values !== null ? values : {},
  };
}

/** The last choice among some servers. @param {Server[]} servers */
export function findServer(servers) {
  const { urls } = readMemory();
  return Math.max(servers.findIndex((server) => urls.includes(nameServer(server))), 0);
}

/** What was chosen for the variables of a server, as far as it is allowed. @param {Server | undefined} server */
export function findVariables(server) {
  const memory = (server && readMemory().values[nameServer(server)]) ?? {};
  /** @type {Record<string, string>} */
  const variables = {};
  for (const { name, enum: allowed } of server?.variables ?? []) {
    const value = memory[name];
    if (typeof value === "string" && (!allowed?.length || allowed.includes(value))) variables[name] = value;
  }
  return variables;
}

/** Keeps a choice for all pages. @param {Server[]} servers Among these. @param {number} at
 * @param {Record<string, string>} variables */
export function keepChoice(servers, at, variables) {
  const names = servers.map(nameServer);
  const name = names[at] ?? "";
  const { urls, values } = readMemory();
  // The last choice goes first; those of other pages stay.
  const others = urls.filter((url) => !names.includes(url));
  remember("localStorage", CHOSEN, { urls: [name, ...others].slice(0, MOST_CHOICES), values: { ...values, [name]: variables } });
}

/** What the build calls a server. @param {Server} server */
export function nameServer({ url, written = url }) {
  return written;
}

// what the page shows

/** The address of a server, without a query. @param {Server | undefined} server @param {Record<string, string>} [variables] */
export function fillAddress(server, variables = {}) {
  const [address = ""] = (server?.url ?? "").split(/[?#]/);
  const filled = address.replace(/\{([^{}]+)\}/g, (whole, name) => (
    variables[name] || server?.variables.find((each) => each.name === name)?.default || whole));
  return cutEnd(filled);
}

/** @param {string} address */
export function cutEnd(address) {
  return address.endsWith("/") ? address.replace(/\/+$/, "") : address;
}

/** Shows an address in the bar of an endpoint. @param {HTMLElement} endpoint @param {string} address
 * @param {string} written The one that the page came with. */
export function showInBar(endpoint, address, written) {
  const { address: before = written } = endpoint.dataset;
  if (before === address) return;
  endpoint.dataset.written = written;
  endpoint.dataset.address = address;
  const label = endpoint.querySelector(".endpoint-address");
  if (label) label.textContent = address;
  const copies = /** @type {HTMLElement | null} */ (endpoint.querySelector("[data-copy]"));
  if (copies?.dataset.copy?.startsWith(before)) copies.dataset.copy = address + copies.dataset.copy.slice(before.length);
}

/** Puts another address into a sample. @param {Iterable<Node>} nodes Of its text. @param {string} from @param {string} to */
export function moveSample(nodes, from, to) {
  if (from === to) return;
  let line = "";
  for (const text of walkTexts(nodes)) {
    const at = text.data.indexOf(from);
    if (at >= 0 && ADDRESS.test(cutLine(line + text.data.slice(0, at)))) {
      return text.replaceData(at, from.length, to);
    }
    line = cutLine(line + text.data);
  }
}

/** @param {Iterable<Node>} nodes @returns {Generator<Text>} */
function* walkTexts(nodes) {
  for (const node of nodes) {
    if (node instanceof Text) yield node;
    else yield* walkTexts(node.childNodes);
  }
}

/** @param {string} text */
function cutLine(text) {
  return text.slice(text.lastIndexOf("\n") + 1);
}
