// Tries patterns of the document on texts. Some take for ever: they run in a worker, which is ended
// when its time is over. Then, and where a pattern means nothing to browsers, there is no verdict.
import { trustAddress } from "../../services/script.js";

/** @typedef {boolean | null} Verdict Whether a text matches; null where nobody knows. */

const LIMIT_MS = 2000;
const LONGEST_TEXT = 2000;

/** @type {Promise<Worker | null> | undefined} */
let runner;
/** @type {Promise<unknown>} The last question that was asked; they are answered one by one. */
let lastVerdict = Promise.resolve();

/** @param {string} pattern @param {string[]} texts @param {() => boolean} [isWanted] Whether
 * somebody still waits for it when its turn comes. @returns {Promise<Verdict[]>} In the same order. */
export function judge(pattern, texts, isWanted = () => true) {
  const answer = lastVerdict
    .then(() => (isWanted() ? runPattern(pattern, texts) : null))
    .then((verdicts) => verdicts ?? texts.map(() => null));
  lastVerdict = answer;
  return answer;
}

/** Resolves when all questions are answered, or after a while. */
export function finishJudging() {
  return Promise.race([lastVerdict, new Promise((resolve) => setTimeout(resolve, LIMIT_MS))]);
}

/** What a pattern says of a text that changes: undefined as long as that is not known.
 * @param {string} pattern @param {() => void} [tellVerdict] Called when it is. */
export function createVerdict(pattern, tellVerdict) {
  /** @type {string | undefined} */
  let question;
  /** @type {Verdict | undefined} */
  let verdict;
  return (/** @type {string} */ text) => {
    if (text.length > LONGEST_TEXT) return null;
    if (text === question) return verdict;
    question = text;
    verdict = undefined;
    const isWanted = () => text === question;
    judge(pattern, [text], isWanted).then(([answer = null]) => {
      if (!isWanted()) return;
      verdict = answer;
      tellVerdict?.();
    });
    return verdict;
  };
}

/** @param {string} pattern @param {string[]} texts @returns {Promise<Verdict[] | null>} */
async function runPattern(pattern, texts) {
  const worker = await (runner ??= startRunner());
  return worker && new Promise((resolve) => {
    const end = setTimeout(() => {
      worker.terminate();
      runner = undefined;
      resolve(null);
    }, LIMIT_MS);
    worker.onmessage = ({ data }) => {
      clearTimeout(end);
      resolve(data);
    };
    worker.postMessage({ pattern, texts });
  });
}

/** @returns {Promise<Worker | null>} Null where the browser does not start it. */
function startRunner() {
  return new Promise((resolve) => {
    const address = new URL("worker.js", import.meta.url).href;
    const worker = new Worker(trustAddress(address), { type: "module" });
    // Its time begins when it is there, however long it takes to load.
    worker.onmessage = () => resolve(worker);
    worker.onerror = () => resolve(null);
  }).catch(() => null);
}
