// The search of this site: the engine, with files that come from the site's own host.
import { buildMeasure } from "./engine/cite.js";
import { openSearch } from "./engine/search.js";
import { locateWords } from "./engine/terms.js";
import { siteData } from "../shared/site-data.js";

const MOST_KEPT = 50;

/** @type {Promise<import("./engine/search.js").Search> | null} */
let search = null;

/** Opens the search once; after a failure the next call tries again. */
export function openSiteSearch() {
  search ??= openSearch(loadFile);
  search.catch(() => {
    search = null;
  });
  return search;
}

/** @param {string} name @returns {Promise<any>} */
async function loadFile(name) {
  const response = await fetch(`${siteData.base}/_octavo/${name}`);
  if (response.ok) return response.json();
  search = null; // a new site may have taken the place of the one that this page is from
  throw new Error(`A file of the search is missing: ${response.status}`);
}

/** What of the words of a query is kept for the page that a result leads to. @param {import("./engine/expand.js").Expanded[]} words */
export function listKept(words) {
  return words.map(({ meanings }) => ({ meanings: meanings.filter(({ kind }) => kind !== "other").slice(0, MOST_KEPT) }));
}

/** Where a text answers words, and the number of the word. @param {string} text @param {import("./engine/expand.js").Expanded[]} words
 * @returns {{start: number, end: number, number: number}[]} */
export function locateHits(text, words) {
  const measure = buildMeasure(words);
  return locateWords(text).map(({ start, end, word }) => ({ start, end, number: measure(word) })).filter(({ number }) => number);
}
