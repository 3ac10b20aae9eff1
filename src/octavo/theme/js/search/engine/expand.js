// Lists the terms that a word of a query may mean, each with how well it fits, from 1 downward.
import { listOtherWords } from "./other-words.js";
import { countAllowedSlips, findNearWords } from "./typos.js";

const ENDING = /(?:ations?|ions?|ments?|ings?|ers?|ies|ed|es|ly|s|e|y)$/;
const SHORTEST_STEM = 4;
const LONGEST_ENDING = 6;
const MOST_LONGER = 300;
const KNOWN_IDENTIFIER = 1.6;
/** Less than what counts for how rare a word is: forms of a word are often other things. */
const QUALITY_OF_FORM = 0.45;
/** `rate-limit` means pages with `rate` and `limit` as well, and so does `ratelimit` where no page has that. */
const QUALITY_OF_PARTS = 0.75;
const SHORTEST_JOINED = 5;
const SHORTEST_PART = 2;
/** So many letters of a second part tell what it may become. */
const BEGINNING_OF_PART = 3;

/** @typedef {import("./index-files.js").Index} Index */
/** @typedef {import("./query.js").Wanted} Wanted */
/** @typedef {{term: string, quality: number, kind: "same" | "longer" | "form" | "near" | "other", part?: number}} Meaning With a `part`, from
 * 1 on, it means a part of the word: pages need all of them. */
/** @typedef {{text: string, weight: number, meanings: Meaning[]}} Expanded A word of the query with all that it may mean. */

/** What the word is without its ending; nothing for short ones. @param {string} word */
function cutEnding(word) {
  const stem = word.replace(ENDING, "");
  return stem.length >= SHORTEST_STEM && stem !== word ? stem : "";
}

/** The letters whose terms have to be loaded for a word. @param {Wanted} wanted @returns {string[]} */
export function listPrefixes({ word: { whole, parts }, weight, isLast }) {
  if (weight < 1 && !isLast) return [whole];
  return [whole, cutEnding(whole), ...parts, ...listOtherWords(whole)].filter((letters) => letters.length > 1 || letters > "\x7f");
}

/** @param {Index} index @param {Wanted[]} words @returns {Promise<Expanded[]>} */
export async function expandWords(index, words) {
  const expanded = await Promise.all(words.map((wanted) => expandWord(index, wanted)));
  return expanded.flat();
}

/** @param {Index} index @param {Wanted} wanted @returns {Promise<Expanded[]>} */
async function expandWord(index, wanted) {
  const { word: { whole, parts, isDashed, pairs }, weight, isLast } = wanted;
  if (pairs) return [{ text: whole, weight, meanings: listSame(index, whole) }];
  const direct = listDirect(index, whole, isLast);
  if (direct.length) {
    const isIdentifier = parts.length > 1 && direct[0]?.kind === "same";
    const others = weight < 1 ? [] : [...listOther(index, whole), ...(isDashed ? listApart(index, parts, isLast) : [])];
    return [{ text: whole, weight: isIdentifier ? weight * KNOWN_IDENTIFIER : weight, meanings: [...direct, ...others] }];
  }
  if (parts.length > 1) {
    return Promise.all(parts.map(async (part, at) => {
      const isOpen = isLast && at === parts.length - 1;
      const meanings = listDirect(index, part, isOpen);
      return { text: part, weight, meanings: meanings.length ? meanings : await listNear(index, part, isOpen) };
    }));
  }
  const near = await listNear(index, whole, isLast);
  return [{ text: whole, weight, meanings: [...near, ...listOther(index, whole), ...await listSplit(index, whole, isLast)] }];
}

/** @param {Index} index @param {string} word @returns {Meaning[]} */
function listSame(index, word) {
  return index.has(word) ? [{ term: word, quality: 1, kind: "same" }] : [];
}

/** The word itself, longer ones that begin with it, and other forms of it. @param {Index} index @param {string} word
 * @param {boolean} isLast @returns {Meaning[]} */
function listDirect(index, word, isLast) {
  const meanings = listSame(index, word);
  if (word.length > (isLast ? 1 : 2)) {
    const longer = index.listTerms(word).filter((term) => term !== word);
    longer.sort((one, other) => one.length - other.length);
    for (const term of longer.slice(0, MOST_LONGER)) {
      const quality = 0.75 * Math.sqrt(word.length / term.length) * (isLast ? 1 : 0.6);
      meanings.push({ term, quality, kind: "longer" });
    }
  }
  const stem = cutEnding(word);
  if (!stem) return meanings;
  const terms = new Set(meanings.map(({ term }) => term));
  for (const term of index.listTerms(stem)) {
    if (terms.has(term) || term.length > stem.length + LONGEST_ENDING) continue;
    if (term !== stem && cutEnding(term) !== stem) continue;
    meanings.push({ term, quality: QUALITY_OF_FORM, kind: "form" });
  }
  return meanings;
}

/** @param {Index} index @param {string} word @returns {Meaning[]} */
function listOther(index, word) {
  return listOtherWords(word).flatMap((other) => listSame(index, other).map(({ term }) => (
    { term, quality: 0.5, kind: /** @type {const} */ ("other") })));
}

/** @param {Index} index @param {string} word @param {boolean} isLast @returns {Promise<Meaning[]>} */
async function listNear(index, word, isLast) {
  if (!countAllowedSlips(word)) return [];
  // Words that are only in texts are found when they begin alike: those are loaded anyway.
  const words = new Set([...await index.loadWords(), ...index.listTerms(word.slice(0, 2))]);
  const near = findNearWords(word, words, isLast);
  await index.loadParts(near.map(({ term }) => term));
  return near.map(({ term, slips }) => ({ term, quality: slips <= 1 ? 0.7 : 0.5, kind: "near" }));
}

/** What a word means whose parts may stand apart; nothing where one of them is nowhere. @param {Index} index @param {string[]} parts
 * @param {boolean} isLast @returns {Meaning[]} */
function listApart(index, parts, isLast) {
  const meanings = parts.map((part, at) => listDirect(index, part, isLast && at === parts.length - 1));
  if (parts.length < 2 || meanings.some(({ length }) => !length)) return [];
  return meanings.flatMap((each, at) => (
    each.map((meaning) => ({ ...meaning, quality: meaning.quality * QUALITY_OF_PARTS, part: at + 1 }))));
}

/** What a word means that readers type as one and titles or headings write as two. @param {Index} index @param {string} word
 * @param {boolean} isLast @returns {Promise<Meaning[]>} */
async function listSplit(index, word, isLast) {
  if (word.length < SHORTEST_JOINED || /\d/.test(word)) return [];
  const words = await index.loadWords();
  const whole = new Set(words);
  /** @param {string} part */
  const isBeginning = (part) => isLast && part.length >= BEGINNING_OF_PART && words.some((each) => each.startsWith(part));
  const middle = word.length / 2;
  const [cut] = [...Array(word.length + 1).keys()]
    .filter((at) => at >= SHORTEST_PART && word.length - at >= SHORTEST_PART)
    .sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle))
    .filter((at) => whole.has(word.slice(0, at)) && (whole.has(word.slice(at)) || isBeginning(word.slice(at))));
  if (!cut) return [];
  const parts = [word.slice(0, cut), word.slice(cut)];
  await index.loadParts(parts);
  return listApart(index, parts, isLast);
}
