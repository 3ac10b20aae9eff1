// The stored form of environments, in this browser and in files: reads valid ones, and ignores the
// rest.
import { recall, remember } from "../../shared/storage.js";
import { isSecret } from "./extras.js";
import { ENVIRONMENTS } from "./memory.js";

/** @typedef {import("../types.js").Added} Added */

/**
 * @typedef {object} Environment
 * @property {string} name
 * @property {string} server Its address, as it is documented.
 * @property {Record<string, string>} variables Of the server.
 * @property {Added[]} added
 */

export const MOST_ENVIRONMENTS = 30;
const MOST_ADDED = 30;
export const LONGEST_LABEL = 60;
const LONGEST_ADDED = 4000;
const LARGEST_FILE = 500_000;

/** @returns {{list: Environment[], current: Environment | undefined}} All, and the one in use. */
export function readStored() {
  const stored = recall("localStorage", ENVIRONMENTS);
  const list = readAll(stored?.list);
  return { list, current: list.find(({ name }) => name === stored?.chosen) };
}

/** @param {Environment[]} list @param {string} current The name of the one in use. */
export function store(list, current) {
  remember("localStorage", ENVIRONMENTS, list.length ? { list, chosen: current } : null);
}

/** @param {File} file @returns {Promise<Environment[]>} */
export async function readFile(file) {
  if (file.size > LARGEST_FILE) return [];
  try {
    return readAll(JSON.parse(await file.text())?.environments);
  } catch {
    return []; // not JSON
  }
}

/** Whatever is an environment, each name once. @param {unknown} data @returns {Environment[]} */
function readAll(data) {
  /** @type {Map<string, Environment>} */
  const byName = new Map();
  for (const each of Array.isArray(data) ? data.slice(0, MOST_ENVIRONMENTS) : []) {
    const name = isText(each?.name, LONGEST_LABEL) ? each.name.trim() : "";
    if (!name || !isText(each.server, LONGEST_ADDED)) continue;
    byName.set(name, { name, server: each.server, variables: readVariables(each.variables), added: readAdded(each.added) });
  }
  return [...byName.values()];
}

/** @param {unknown} data @returns {Record<string, string>} */
function readVariables(data) {
  const entries = typeof data === "object" && data !== null ? Object.entries(data) : [];
  return Object.fromEntries(entries.filter(([, value]) => isText(value, LONGEST_ADDED)).slice(0, MOST_ADDED));
}

/** @param {unknown} data @returns {Added[]} */
function readAdded(data) {
  return (Array.isArray(data) ? data : []).slice(0, MOST_ADDED).flatMap((each) => {
    const { in: place, name, value } = each ?? {};
    const isOne = (place === "header" || place === "query") && isText(name, LONGEST_ADDED) && isText(value, LONGEST_ADDED);
    return isOne && !isSecret(name, value) ? [{ in: place, name, value }] : [];
  });
}

/** @param {unknown} value @param {number} longest @returns {value is string} */
function isText(value, longest) {
  return typeof value === "string" && value.length <= longest;
}

/** Whether two stand for the same server. @param {Environment} one @param {Environment} other */
export function isSame(one, other) {
  const writeSorted = (/** @type {Environment} */ { variables }) => JSON.stringify(Object.entries(variables).sort());
  return one.server === other.server && writeSorted(one) === writeSorted(other);
}
