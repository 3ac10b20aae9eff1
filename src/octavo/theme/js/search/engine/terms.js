// Splits words into search terms, like octavo/search/words.py does for pages.

const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;
const APOSTROPHES = /['’ʼ]/g;
const LETTER = "[\\p{L}\\p{N}\\u0900-\\u0963\\u0966-\\u0fff\\u1000-\\u109f\\u1780-\\u17d3]";
const WITHOUT_BLANKS = "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
const WORD = new RegExp(`${LETTER}+(?:[_-]+${LETTER}+)*`, "gu");
const RUN = new RegExp(`[${WITHOUT_BLANKS}]+|[^${WITHOUT_BLANKS}]+`, "gu");
const IS_WITHOUT_BLANKS = new RegExp(`^[${WITHOUT_BLANKS}]`, "u");
const PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^A-Za-z0-9_-]+/gu;
// A browser compiles a pattern for the first text, and again for the first one beyond Latin letters. That takes longer than
// a search: it is done before anybody types.
for (const pattern of [WORD, RUN, PART]) ["a", "あ"].forEach((text) => text.search(pattern));
/** @type {Record<string, string>} */
const LETTERS = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ı: "i" };

/** @typedef {{whole: string, parts: string[], isDashed?: boolean, pairs?: boolean}} Word A word of a text. One with dashes may be
 * written without them elsewhere; `pairs` are letters of a script without blanks. */

/** A text without accents. @param {string} text */
export function fold(text) {
  if (/^[\0-\x7f]*$/.test(text)) return text.replaceAll("'", "");
  return text.replace(APOSTROPHES, "").normalize("NFKD").replace(MARKS, "").normalize("NFC")
    .replace(/[ßæœøđðþłı]/g, (letter) => LETTERS[letter] ?? "");
}

/** @param {string} text @returns {Word[]} */
export function readWords(text) {
  return (fold(text).match(WORD) ?? []).flatMap((word) => (word.match(RUN) ?? []).flatMap(readRun));
}

/** @param {string} run @returns {Word[]} */
function readRun(run) {
  if (IS_WITHOUT_BLANKS.test(run)) {
    const letters = [...run];
    if (letters.length < 2) return [{ whole: run, parts: [], pairs: true }];
    return letters.slice(1).map((letter, at) => ({ whole: letters[at] + letter, parts: [], pairs: true }));
  }
  const parts = (run.match(PART) ?? []).map((part) => part.toLowerCase());
  const whole = parts.join("");
  if (!whole) return [];
  return [{ whole, parts: parts.length > 1 ? parts.filter((part) => part.length > 1) : [], isDashed: run.includes("-") }];
}

/** @typedef {{start: number, end: number, word: Word}} Place */

const MOST_REMEMBERED = 2_000;
/** The places of words in texts, cached because every key press searches the same texts. @type {Map<string, Place[]>} */
const remembered = new Map();

/** The words of a text with their places. @param {string} text @returns {Place[]} */
export function locateWords(text) {
  let places = remembered.get(text);
  if (!places) {
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    places = findWords(text);
    remembered.set(text, places);
  }
  return places;
}

/** @param {string} text @returns {Place[]} */
function findWords(text) {
  const places = [];
  for (const match of text.matchAll(WORD)) {
    for (const run of match[0].matchAll(RUN)) {
      const start = match.index + run.index;
      if (!IS_WITHOUT_BLANKS.test(run[0])) {
        for (const word of readRun(fold(run[0]))) places.push({ start, end: start + run[0].length, word });
        continue;
      }
      readRun(run[0]).forEach((word, at) => places.push({ start: start + at, end: start + at + word.whole.length, word }));
    }
  }
  return places;
}
