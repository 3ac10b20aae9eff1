// Text as lines; those that are too long for a screen are broken.
import { make } from "../../make.js";
import { runInSlices } from "../slices.js";

/** @typedef {import("./viewer.js").Model} Model */

const LONGEST_LINE = 400;
const LINES_A_STEP = 2000;
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** @param {string} text @param {number} most So many lines are kept. @param {AbortSignal} [signal]
 * @returns {Promise<Model & {cut: boolean}>} */
export async function createTextModel(text, most, signal) {
  let starts = new Int32Array(Math.min(most + 1, Math.max(1024, text.length >> 5)));
  let count = 0;
  let at = 0;

  /** @param {number} start */
  function add(start) {
    if (count === starts.length) {
      const larger = new Int32Array(Math.min(most + 1, starts.length * 2));
      larger.set(starts);
      starts = larger;
    }
    starts[count++] = start;
  }

  await runInSlices(() => {
    for (let left = LINES_A_STEP; left > 0 && at < text.length && count < most; left--) {
      const newline = text.indexOf("\n", at);
      const end = newline < 0 ? text.length : newline + 1;
      add(at);
      // A pair of halves that make one character stays together.
      const next = at + LONGEST_LINE;
      at = end - at > LONGEST_LINE + 1 ? next - (isHalf(text.charCodeAt(next - 1)) ? 1 : 0) : end;
    }
    return at < text.length && count < most;
  }, signal);
  if (!count) add(0);

  /** @param {number} index */
  const findEnd = (index) => (index + 1 < count ? /** @type {number} */ (starts[index + 1]) : at);

  return {
    text,
    isTree: false,
    cut: at < text.length,
    count: () => count,
    draw: (index) => {
      const line = text.slice(starts[index], findEnd(index)).replace(/\r?\n$/, "");
      return make("div", { class: "row" }, line.replace(UNSEEN, "\ufffd") || "\u200b");
    },
    find: (place) => {
      let low = 0;
      for (let high = count - 1; low < high;) {
        const middle = (low + high + 1) >> 1;
        if (/** @type {number} */ (starts[middle]) <= place) low = middle;
        else high = middle - 1;
      }
      return low;
    },
    copyText: async () => text,
  };
}

/** @param {number} unit */
function isHalf(unit) {
  return unit >= 0xd800 && unit < 0xdc00;
}
