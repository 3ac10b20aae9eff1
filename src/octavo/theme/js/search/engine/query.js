// Reads what a reader typed: words, phrases in quotes, the path of an operation.
import { readPath } from "./paths.js";
import { readWords } from "./terms.js";

const LONGEST = 200;
const MOST_WORDS = 12;
const LEAST_OF_QUESTION = 0.3;
const WEIGHT_OF_STOP_WORD = 0.12;
const WEIGHT_OF_GENERAL_WORD = 0.4;
const OWNER = /(\p{L})['’]s(?!\p{L})/gu;
const PHRASE = /"([^"]+)"|“([^“”]+)”|„([^„“]+)“|«([^«»]+)»/g;
const DOTTED = /[\p{L}\p{N}_$-]+(?:\.[\p{L}\p{N}_$-]+)+/gu;
const STOP_WORDS = new Set((
  "a about am an and any are as at be because been being but by can could did do does doing done for from had has have how i if in into is it "
  + "its just me my need no not of on or our really should so some somebody someone something that the their them then there these they this "
  + "to us use used using want was way we were what when where which while who why will with without would you your "
  + "der die das und oder ein eine ist mit von zu im den dem wie was kann man ich "
  + "le la les un une des et ou est dans pour avec sur que qui comment du de "
  + "el los las una y o es en para con por que como del al "
  + "os uma e em com por que como do da dos das no na"
).split(" "));
/** Words that say little about what a question is about, and are not everywhere. */
const GENERAL_WORDS = new Set((
  "all best every find get give go happen happens keep know let make many mean means much own people possible put same see take tell thing things "
  + "time try work works"
).split(" "));

/** @typedef {import("./terms.js").Word} Word */
/** @typedef {{word: Word, weight: number, isLast: boolean}} Wanted A word of the query. */
/** @typedef {{words: Wanted[], phrases: string[][], names: string[][], path: import("./paths.js").Path | null, isQuestion: boolean}} Query
 * Phrases have to be there; names with dots, such as `user.created`, are looked for first.
 * A question is a sentence: guides answer those, and lists of parameters only have their words. */

/** @param {string} text @returns {Query} */
export function readQuery(text) {
  const typed = text.slice(0, LONGEST);
  const words = readWords(typed.replace(OWNER, "$1")).slice(0, MOST_WORDS);
  const isStopped = words.map(({ whole }) => STOP_WORDS.has(whole));
  const hasOthers = isStopped.includes(false);
  const isQuestion = words.length > 3 && isStopped.filter(Boolean).length >= words.length * LEAST_OF_QUESTION;
  /** @param {Word} word @param {number} at */
  const weigh = ({ whole }, at) => {
    const isBegun = at > 0 && at === words.length - 1 && /^[a-z]$/.test(whole);
    if ((isStopped[at] && hasOthers) || isBegun) return WEIGHT_OF_STOP_WORD;
    return isQuestion && GENERAL_WORDS.has(whole) ? WEIGHT_OF_GENERAL_WORD : 1;
  };
  const last = /[\s.,;:!?"”]$/.test(typed) ? -1 : words.length - 1;
  return {
    words: words.map((word, at) => ({ word, weight: weigh(word, at), isLast: at === last })),
    phrases: listPhrases([...typed.matchAll(PHRASE)].map((match) => match.slice(1).find(Boolean) ?? "")),
    names: listPhrases(typed.match(DOTTED) ?? []),
    path: readPath(typed),
    isQuestion,
  };
}

/** The words of texts, of those that have more than one. @param {string[]} texts @returns {string[][]} */
function listPhrases(texts) {
  return texts.map((text) => readWords(text).map(({ whole }) => whole)).filter((phrase) => phrase.length > 1);
}
