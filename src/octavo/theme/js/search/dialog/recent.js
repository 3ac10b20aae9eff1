// What was searched: kept on this machine, until the reader clears it.
import { siteData } from "../../shared/site-data.js";
import { recall, remember } from "../../shared/storage.js";

const RECENT = `octavo-searches:${siteData.base}`;
const MOST_RECENT = 5;

/** @returns {string[]} */
export function listRecent() {
  const kept = recall("localStorage", RECENT);
  return Array.isArray(kept) ? kept.filter((text) => typeof text === "string") : [];
}

/** @param {string} query */
export function keepRecent(query) {
  keep([query, ...listRecent().filter((text) => text !== query)].slice(0, MOST_RECENT));
}

/** @param {string} query */
export function forgetRecent(query) {
  keep(listRecent().filter((text) => text !== query));
}

export function clearRecent() {
  keep([]);
}

/** @param {string[]} queries */
function keep(queries) {
  remember("localStorage", RECENT, queries.length ? queries : null);
}
