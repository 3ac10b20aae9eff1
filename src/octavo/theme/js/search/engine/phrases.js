// Words that stand together: phrases in quotes, and names with dots.
import { fold, readWords } from "./terms.js";

/** How much more a page is worth that has the names as they were typed: as good as if it were their title. */
const HAS_NAMES = 4;
/** Words that the index has if any page has them, and that are loaded with a query: not single letters, and not long numbers. */
const MUST_BE_TERM = /^\p{L}{2,48}$/u;

/** @typedef {import("./index-files.js").Index} Index */
/** @typedef {import("./rank.js").Ranked} Ranked */
/** @typedef {import("./rank.js").Ranking} Ranking */

/** The best pages that have all phrases. @param {Index} index @param {Ranking} ranking @param {string[][]} phrases
 * @returns {Promise<Ranking>} */
export async function keepPhrases(index, { best: candidates }, phrases) {
  const have = await Promise.all(candidates.map(({ page }) => hasPhrases(index, page, phrases)));
  const best = candidates.filter((_, at) => have[at]);
  return { best, total: best.length, hasAll: best.some(({ hasAll }) => hasAll) };
}

/** The same pages in a new order, those worth more that have names with dots as they were typed. @param {Index} index @param {Ranked[]} ranked
 * @param {string[][]} names @returns {Promise<Ranked[]>} */
export async function weighNames(index, ranked, names) {
  // While a name is being typed, its last word is none yet: then no text has to be loaded.
  if (!names.length || !names.flat().every((word) => index.has(word) || !MUST_BE_TERM.test(word))) return ranked;
  // The order is not worth an error: a failed load is reported when the page is cited.
  const have = await Promise.all(ranked.map(({ page }) => hasPhrases(index, page, names).catch(() => false)));
  return ranked.map((each, at) => (have[at] ? { ...each, score: each.score * HAS_NAMES } : each))
    .sort((one, other) => other.score - one.score);
}

/** @param {Index} index @param {number} page @param {string[][]} phrases */
async function hasPhrases(index, page, phrases) {
  const texts = [await index.loadPage(page), ...await index.loadSections(page)].flat();
  const text = ` ${texts.map((each = "") => readWords(fold(each)).map(({ whole }) => whole).join(" ")).join(" / ")} `;
  return phrases.every((phrase) => text.includes(` ${phrase.join(" ")} `));
}
