// Chooses the visible parts of a page: the best sections, and the words around the hits.
import { locateWords } from "./terms.js";

const LONGEST_PIECE = 160;
const LEAD = 40;
const MOST_SECTIONS = 3;
const LEAST_SHARE = 0.5;

/** @typedef {{text: string, hit: boolean}} Piece */
/** @typedef {{id: string, title: Piece[], text: Piece[]}} Cited */
/** @typedef {(word: import("./terms.js").Word) => number} Measure Which word of the query a word answers, from 1 on; 0 for none. */

/** One for the words of each query: all texts of an answer are marked by it. @type {WeakMap<import("./expand.js").Expanded[], Measure>} */
const measures = new WeakMap();

/** A function that tells which word of a query a word of a text answers. @param {import("./expand.js").Expanded[]} words
 * @returns {Measure} */
export function buildMeasure(words) {
  const measure = measures.get(words) ?? measureBy(listTerms(words));
  measures.set(words, measure);
  return measure;
}

/** The terms that words may mean, each with the number of its word. @param {import("./expand.js").Expanded[]} words */
function listTerms(words) {
  /** @type {Map<string, number>} */
  const terms = new Map();
  words.forEach(({ meanings }, at) => {
    for (const { term, kind } of meanings) if (!terms.has(term) || kind === "same") terms.set(term, at + 1);
  });
  return terms;
}

/** @param {Map<string, number>} terms @returns {Measure} */
function measureBy(terms) {
  return ({ whole, parts }) => {
    const tails = parts.length > 2 ? parts.slice(1).map((_, at) => parts.slice(at + 1).join("")) : [];
    for (const form of [whole, ...tails, ...parts]) {
      const answered = terms.get(form);
      if (answered) return answered;
    }
    return 0;
  };
}

/** A text in pieces, those that answer the query marked. @param {string} text @param {Measure} measure @returns {Piece[]} */
export function markWords(text, measure) {
  /** @type {Piece[]} */
  const pieces = [];
  let end = 0;
  for (const { start, end: stop, word } of locateWords(text)) {
    if (!measure(word)) continue;
    if (start > end) pieces.push({ text: text.slice(end, start), hit: false });
    const last = pieces.at(-1);
    // Pairs of letters overlap.
    if (start <= end && last?.hit) last.text += text.slice(end, stop);
    else pieces.push({ text: text.slice(start, stop), hit: true });
    end = Math.max(end, stop);
  }
  if (end < text.length) pieces.push({ text: text.slice(end), hit: false });
  return pieces;
}

/** The sections of a page that answer best, in the order of the page, and the best words of all.
 * @param {import("./index-files.js").Section[]} sections @param {import("./expand.js").Expanded[]} words
 * @returns {{sections: Cited[], text: Piece[]}} */
export function citePage(sections, words) {
  const measure = buildMeasure(words);
  const scored = sections.map(([id, title, text, code = ""], at) => {
    const inTitle = collect(title, measure);
    const inText = collect(text, measure);
    const inCode = collect(code, measure);
    let score = 0;
    words.forEach(({ weight }, number) => {
      score += weight * Math.max(inTitle.has(number + 1) ? 2 : 0, inText.has(number + 1) ? 1 : 0, inCode.has(number + 1) ? 0.7 : 0);
    });
    return { at, id, title, score, source: inText.size || !inCode.size ? text : code };
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const chosen = scored.filter(({ score, id }) => id && score && score >= best * LEAST_SHARE)
    .sort((one, other) => other.score - one.score || one.at - other.at).slice(0, MOST_SECTIONS)
    .sort((one, other) => one.at - other.at);
  const opening = scored.find(({ id, score }) => !id && score);
  return {
    sections: chosen.map(({ id, title, source }) => ({ id, title: markWords(title, measure), text: cut(source, measure) })),
    text: opening ? cut(opening.source, measure) : [],
  };
}

/** @param {string} text @param {Measure} measure */
function collect(text, measure) {
  return new Set(locateWords(text).map(({ word }) => measure(word)).filter(Boolean));
}

/** The part of a text in which most words of the query stand. @param {string} text @param {Measure} measure @returns {Piece[]} */
function cut(text, measure) {
  const hits = locateWords(text).map(({ start, end, word }) => ({ start, end, number: measure(word) })).filter(({ number }) => number);
  if (!hits.length) return [];
  let best = { start: 0, count: 0 };
  hits.forEach(({ start }, at) => {
    const numbers = new Set();
    for (let next = at, hit = hits[at]; hit && hit.end - start <= LONGEST_PIECE - LEAD; hit = hits[++next]) numbers.add(hit.number);
    if (numbers.size > best.count) best = { start, count: numbers.size };
  });
  const line = text.lastIndexOf("\n", best.start) + 1;
  let start = line;
  if (best.start - line > LEAD) start = text.lastIndexOf(" ", best.start - LEAD / 2) + 1 || best.start;
  start = Math.max(start, line);
  let end = Math.min(text.length, start + LONGEST_PIECE);
  if (end < text.length) end = Math.max(text.lastIndexOf(" ", end), best.start + 1);
  const piece = text.slice(start, end).replaceAll("\n", " · ");
  return markWords(`${start > line ? "… " : ""}${piece}${end < text.length ? " …" : ""}`, measure);
}
