// Reads the texts of pages that were found, some at a time and in short slices: typing must not stutter.

/** @typedef {import("../engine/search.js").Search} Search */
/** @typedef {import("../engine/search.js").Answer} Answer */
/** @typedef {import("../engine/search.js").Hit} Hit */
/** @typedef {{sections: import("../engine/cite.js").Cited[], text: import("../engine/cite.js").Piece[]}} Citation */

const AT_ONCE = 3;
const LONGEST_SLICE = 8;

/** Passes the visible text of each page to `take`, until the answer is outdated. @param {Search} search @param {Hit[]} hits
 * @param {Answer} answer @param {() => boolean} isWanted @param {(at: number, citation: Citation) => void} take */
export async function citePages(search, hits, answer, isWanted, take) {
  const waiting = hits.entries();
  let begun = performance.now();
  const read = async () => {
    for (const [at, hit] of waiting) {
      if (!isWanted()) return;
      // A page without its text is still found.
      const citation = await search.cite(hit, answer).catch(() => ({ sections: [], text: [] }));
      if (isWanted()) take(at, citation);
      if (performance.now() - begun < LONGEST_SLICE) continue;
      await waitForTask();
      begun = performance.now();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, read));
}

/** Lets the browser do what else there is. */
function waitForTask() {
  return new Promise((resume) => setTimeout(resume));
}
