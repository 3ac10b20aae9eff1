// Where nothing was found: what would be.

/** @typedef {import("../engine/search.js").Search} Search */
/** @typedef {import("../engine/search.js").Answer} Answer */
/** @typedef {import("../engine/search.js").Filter} Filter */

const SHORTEST_START = 3;
const MOST_TRIES = 6;
const MOST_WORDS = 4;

/** The words of the site nearest to what was typed. @param {Search} search @param {string} query @param {Filter} filter
 * @param {Answer} answer @returns {Promise<string[]>} */
export async function findNearWords(search, query, filter, answer) {
  const [nearest] = answer.nearWords;
  if (nearest && (await search.find(nearest, filter, 1)).total) return answer.nearWords;
  const words = query.split(/[^\p{L}\p{N}]+/u).sort((one, other) => other.length - one.length);
  const longest = words[0] ?? "";
  // Other words that begin alike, the longer the better.
  for (let tries = 1; tries <= MOST_TRIES && longest.length - tries >= SHORTEST_START; tries++) {
    const pages = await search.find(longest.slice(0, -tries), filter, 1);
    const near = pages.words.flatMap(({ meanings }) => meanings.filter(({ kind }) => kind !== "other").map(({ term }) => term));
    if (pages.total && near.length) return [...new Set(near)].slice(0, MOST_WORDS);
  }
  return [];
}

/** Which filters have to go for something to be found. @param {Search} search @param {string} query @param {Filter} filter
 * @returns {Promise<"part" | "version" | null>} The version goes together with the part. */
export async function findFilterInTheWay(search, query, { kind, tab, version }) {
  if ((kind || tab) && (await search.find(query, { version }, 1)).total) return "part";
  return version && (await search.find(query, {}, 1)).total ? "version" : null;
}
