// Puts the pages that have words of a query in order.
import { numberAt } from "./index-files.js";
import { comparePath, listPathPrefixes } from "./paths.js";

/** What a word is worth by its place on a page: in code, prose, a name, a heading, the description, the title. */
const WORTH = [0.6, 1, 3, 4, 5, 5, 10, 10].map((worth) => worth / (worth + 3.2));
const TITLE = 7;
const LEAST_FOR_RARITY = 0.6;
const GUIDE_FOR_QUESTION = 1.6;

/** @typedef {import("./index-files.js").Index} Index */
/** @typedef {import("./expand.js").Expanded} Expanded */
/** @typedef {import("./paths.js").Path} Path */
/** @typedef {{page: number, score: number, words: number}} Ranked `words` says how many words of the query it has. */

/** @param {Index} index @param {Expanded[]} words @param {import("./query.js").Query} query
 * @param {(page: number) => boolean} isWanted @returns {Ranked[]} */
export function rankPages(index, words, { path, isQuestion }, isWanted) {
  const { manifest } = index;
  const count = manifest.pages;
  const damping = measureDamping(manifest.lengths, count);
  const sums = { score: new Float64Array(count), covered: new Float64Array(count), title: new Float64Array(count),
    titleWords: new Uint8Array(count), words: new Uint8Array(count) };
  let whole = 0;
  let rarities = 0;
  for (const word of words) {
    const best = findBest(index, word, damping);
    const value = word.weight * best.rarity;
    whole += value;
    rarities += best.rarity;
    for (const [page, [worth, quality, inTitle]] of best.pages) {
      sums.score[page] += value * worth;
      sums.covered[page] += value * quality;
      sums.words[page]++;
      if (!inTitle) continue;
      sums.title[page] += value * inTitle;
      sums.titleWords[page]++;
    }
  }
  const paths = path ? scorePaths(index, path, rarities) : new Map();
  /** @type {Ranked[]} */
  const ranked = [];
  for (let page = 0; page < count; page++) {
    const ofPath = paths.get(page) ?? 0;
    if (!(sums.score[page] || ofPath) || !isWanted(page)) continue;
    const coverage = whole ? Math.min(1, sums.covered[page] / whole) ** 2 : 0;
    let score = sums.score[page] * coverage + ofPath;
    if (sums.titleWords[page]) {
      const titleWords = Math.max(1, numberAt(manifest.titles, page));
      const share = Math.min(1, sums.titleWords[page] / titleWords);
      score += 2 * sums.title[page] * share * coverage;
      if (share === 1 && titleWords === words.length && sums.titleWords[page] === words.length) score += 2 * sums.title[page];
    }
    if (isQuestion && manifest.kinds[page] === "g") score *= GUIDE_FOR_QUESTION;
    ranked.push({ page, score: score * (manifest.boosts[page] ?? 1), words: sums.words[page] });
  }
  return ranked.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score || one.page - other.page);
}

/** How much the length of each page lessens its words: long ones have them by chance. @param {string} lengths @param {number} count */
function measureDamping(lengths, count) {
  const sizes = Float64Array.from({ length: count }, (_, page) => 64 * (2 ** (numberAt(lengths, page) / 4) - 1));
  const average = sizes.reduce((sum, size) => sum + size, 0) / count || 1;
  return sizes.map((size) => 0.8 + 0.2 * Math.min(4, Math.max(0.25, size / average)));
}

/** The best that each page has for a word: worth, quality, quality in its title. @param {Index} index @param {Expanded} word
 * @param {Float64Array} damping */
function findBest(index, { meanings }, damping) {
  /** @type {Map<number, [number, number, number]>} */
  const pages = new Map();
  const sure = new Set();
  for (const { term, quality } of meanings) {
    for (const posting of index.find(term)?.postings ?? []) {
      const page = posting >> 3;
      const place = posting & 7;
      const worth = (quality * WORTH[place]) / damping[page];
      if (quality >= LEAST_FOR_RARITY) sure.add(page);
      const best = pages.get(page);
      const inTitle = place === TITLE ? quality : 0;
      if (!best) pages.set(page, [worth, quality, inTitle]);
      else {
        if (worth > best[0]) best[0] = worth;
        if (quality > best[1]) best[1] = quality;
        if (inTitle > best[2]) best[2] = inTitle;
      }
    }
  }
  const total = index.manifest.pages;
  const rarity = Math.log(1 + (total - (sure.size || pages.size) + 0.5) / ((sure.size || pages.size) + 0.5));
  return { pages, rarity };
}

/** @param {Index} index @param {Path} path @param {number} rarities */
function scorePaths(index, path, rarities) {
  /** @type {Map<number, number>} */
  const scores = new Map();
  for (const prefix of listPathPrefixes(path)) {
    for (const term of index.listTerms(prefix)) {
      const quality = comparePath(path, term);
      if (!quality) continue;
      const ofMethod = path.method ? new Set(index.find(`${path.method} ${term}`)?.postings.map((posting) => posting >> 3)) : null;
      for (const posting of index.find(term)?.postings ?? []) {
        const page = posting >> 3;
        const isWhole = (posting & 7) === TITLE;
        let score = (rarities + 5) * (isWhole ? 3 : 1.2) * quality;
        if (ofMethod && isWhole && !ofMethod.has(page)) score /= 2;
        scores.set(page, Math.max(scores.get(page) ?? 0, score));
      }
    }
  }
  return scores;
}
