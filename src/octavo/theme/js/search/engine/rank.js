// Puts the pages that have words of a query in order.
import { readNumber } from "./index-files.js";
import { comparePath, listPathPrefixes } from "./paths.js";

/** @typedef {import("./index-files.js").Numbers} Numbers */

/** What a word is worth by its place on a page: in code, prose, a name, a heading, the description, the title. @type {Numbers} */
const WORTH = [0.6, 1, 3, 4, 5, 5, 10, 10].map((worth) => worth / (worth + 3.2));
const TITLE = 7;
const LEAST_FOR_RARITY = 0.6;
const GUIDE_FOR_QUESTION = 2;
/**
 * How much a page loses for missing words: readers who use other words than its author lose little.
 */
const POWER_OF_COVERAGE = 1.5;
const OLD_VERSION = 0.8;
const TITLE_SHARE = 1.6;
const TITLE_ALONE = 2;

/** @typedef {import("./index-files.js").Index} Index */
/** @typedef {import("./expand.js").Expanded} Expanded */
/** @typedef {import("./expand.js").Meaning} Meaning */
/** @typedef {import("./paths.js").Path} Path */
/** @typedef {{page: number, score: number, hasAll: boolean}} Ranked It has all words of the query, small ones aside. */

/** @typedef {{best: Ranked[], total: number, hasAll: boolean}} Ranking The best pages, how many there are in all, and whether one
 * of them has all words. */

/** @param {Index} index @param {Expanded[]} words @param {import("./query.js").Query} query
 * @param {(page: number) => boolean} isWanted @param {number} most How many pages are wanted. @returns {Ranking} */
export function rankPages(index, words, { path, isQuestion }, isWanted, most) {
  const { manifest } = index;
  const count = manifest.pages;
  /** @type {Record<"score" | "covered" | "title" | "titleWords" | "words", Numbers>} */
  const sums = { score: new Float64Array(count), covered: new Float64Array(count), title: new Float64Array(count),
    titleWords: new Uint8Array(count), words: new Uint8Array(count) };
  const telling = listTelling(words);
  let whole = 0;
  let rarities = 0;
  for (const word of words) {
    const best = findBest(index, word);
    const value = word.weight * best.rarity;
    whole += value;
    rarities += best.rarity;
    for (let page = 0; page < count; page++) {
      if (!best.worth[page]) continue;
      sums.score[page] += value * best.worth[page];
      sums.covered[page] += value * best.quality[page];
      if (telling.has(word)) sums.words[page]++;
      if (!best.inTitle[page]) continue;
      sums.title[page] += value * best.inTitle[page];
      sums.titleWords[page]++;
    }
  }
  const paths = path ? scorePaths(index, path, rarities) : new Map();
  /** @type {Ranked[]} */
  const ranked = [];
  for (let page = 0; page < count; page++) {
    const ofPath = paths.get(page) ?? 0;
    if (!(sums.score[page] || ofPath) || !isWanted(page)) continue;
    const coverage = whole ? Math.min(1, sums.covered[page] / whole) ** POWER_OF_COVERAGE : 0;
    let score = sums.score[page] * coverage + ofPath;
    if (sums.titleWords[page]) {
      const titleWords = Math.max(1, readNumber(manifest.titles, page));
      const share = Math.min(1, sums.titleWords[page] / titleWords);
      score += TITLE_SHARE * sums.title[page] * share * coverage;
      if (share === 1 && titleWords === words.length && sums.titleWords[page] === words.length) score += TITLE_ALONE * sums.title[page];
    }
    if (isQuestion && manifest.kinds[page] === "g") score *= GUIDE_FOR_QUESTION;
    if (readNumber(manifest.versionOf, page) > 1) score *= OLD_VERSION; // the first version is the one that readers come to
    score *= manifest.boosts[page] ?? 1;
    if (score > 0) ranked.push({ page, score, hasAll: sums.words[page] === telling.size });
  }
  return { best: findBestPages(ranked, most), total: ranked.length, hasAll: ranked.some(({ hasAll }) => hasAll) };
}

/** The words that a page has to have: all that are not small, if there are others. @param {Expanded[]} words */
function listTelling(words) {
  const telling = words.filter(({ weight }) => weight >= 1);
  return new Set(telling.length ? telling : words);
}

/** The best pages, the best first: sorting thousands takes longer than finding them, and only ten are shown.
 * @param {Ranked[]} ranked In the order of pages. @param {number} most */
function findBestPages(ranked, most) {
  /** @type {Ranked[]} */
  const best = [];
  for (const each of ranked) {
    if (best.length === most && each.score <= (best.at(-1)?.score ?? 0)) continue;
    let at = best.length;
    while (at && (best[at - 1]?.score ?? 0) < each.score) at--;
    best.splice(at, 0, each);
    if (best.length > most) best.pop();
  }
  return best;
}

/** @typedef {{worth: Numbers, quality: Numbers, inTitle: Numbers}} Best What each page has at the best: worth, quality, quality in its title. */

/** The best that each page has for a word, and how rare that is. @param {Index} index @param {Expanded} word */
function findBest(index, { meanings }) {
  const best = collectBest(index, meanings.filter(({ part }) => !part));
  joinParts(best, listParts(meanings).map((part) => collectBest(index, part)));
  const sure = countFrom(best.quality, LEAST_FOR_RARITY) || countFrom(best.quality, Number.MIN_VALUE);
  return { ...best, rarity: Math.log(1 + (index.manifest.pages - sure + 0.5) / (sure + 0.5)) };
}

/** The meanings of each part of a word. @param {Meaning[]} meanings */
function listParts(meanings) {
  const count = Math.max(0, ...meanings.map(({ part = 0 }) => part));
  return Array.from({ length: count }, (_, at) => meanings.filter(({ part }) => part === at + 1));
}

/** @param {Index} index @param {Meaning[]} meanings @returns {Best} */
function collectBest(index, meanings) {
  const { damping, manifest: { pages } } = index;
  /** @type {Numbers[]} */
  const [worth, quality, inTitle] = [new Float64Array(pages), new Float64Array(pages), new Float64Array(pages)];
  for (const meaning of meanings) {
    index.visit(meaning.term, (page, place) => {
      worth[page] = Math.max(worth[page], (meaning.quality * WORTH[place]) / damping[page]);
      quality[page] = Math.max(quality[page], meaning.quality);
      if (place === TITLE) inTitle[page] = Math.max(inTitle[page], meaning.quality);
    });
  }
  return { worth, quality, inTitle };
}

/** Adds pages that have all parts of a word, each as good as its least part. @param {Best} best @param {Best[]} parts */
function joinParts(best, [first, ...others]) {
  if (!first) return;
  for (const each of /** @type {const} */ (["worth", "quality", "inTitle"])) {
    for (let page = 0; page < best[each].length; page++) {
      let least = first[each][page];
      for (const part of others) least = Math.min(least, part[each][page]);
      best[each][page] = Math.max(best[each][page], least);
    }
  }
}

/** How many values are as large as the least one that counts. @param {Float64Array} values @param {number} least */
function countFrom(values, least) {
  return values.reduce((sum, value) => sum + Number(value >= least), 0);
}

/** @param {Index} index @param {Path} path @param {number} rarities */
function scorePaths(index, path, rarities) {
  /** @type {Map<number, number>} */
  const scores = new Map();
  for (const prefix of listPathPrefixes(path)) {
    for (const term of index.listTerms(prefix)) {
      const quality = comparePath(path, term);
      if (!quality) continue;
      /** @type {Set<number>} */
      const ofMethod = new Set();
      if (path.method) index.visit(`${path.method} ${term}`, (page) => ofMethod.add(page));
      index.visit(term, (page, place) => {
        const isWhole = place === TITLE;
        let score = (rarities + 5) * (isWhole ? 3 : 1.2) * quality;
        if (path.method && isWhole && !ofMethod.has(page)) score /= 2;
        scores.set(page, Math.max(scores.get(page) ?? 0, score));
      });
    }
  }
  return scores;
}
