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

/** @typedef {import("./index-files.js").Index} Index */
/** @typedef {import("./query.js").Wanted} Wanted */
/** @typedef {{term: string, quality: number, kind: "same" | "longer" | "form" | "near" | "other"}} Meaning */
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
  const { word: { whole, parts, pairs }, weight, isLast } = wanted;
  if (pairs) return [{ text: whole, weight, meanings: listSame(index, whole) }];
  const direct = listDirect(index, whole, isLast);
  if (direct.length) {
    const isIdentifier = parts.length > 1 && direct[0]?.kind === "same";
    const others = weight < 1 ? [] : listOther(index, whole);
    return [{ text: whole, weight: isIdentifier ? weight * KNOWN_IDENTIFIER : weight, meanings: [...direct, ...others] }];
  }
  if (parts.length > 1) {
    return parts.map((part, at) => ({
      text: part, weight, meanings: listDirect(index, part, isLast && at === parts.length - 1),
    }));
  }
  const near = await listNear(index, whole, isLast);
  return [{ text: whole, weight, meanings: [...near, ...listOther(index, whole)] }];
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
