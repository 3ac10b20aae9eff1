// Finds a text in a long text, in slices.
import { runInSlices } from "../slices.js";

const MOST = 10000;
const WINDOW = 1 << 18;

/** The places where a text is found, in any case of letters.
 * @param {string} text @param {string} wanted @param {AbortSignal} [signal] @returns {Promise<number[]>} */
export async function findAll(text, wanted, signal) {
  const pattern = new RegExp(wanted.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gi");
  /** @type {number[]} */
  const places = [];
  let from = 0;
  await runInSlices(() => {
    const end = from + WINDOW;
    // What begins in this window may end in the next one.
    const part = text.slice(from, end + wanted.length - 1);
    pattern.lastIndex = 0;
    for (let match = pattern.exec(part); match && places.length < MOST; match = pattern.exec(part)) {
      if (match.index >= WINDOW) break;
      places.push(from + match.index);
    }
    from = end;
    return from < text.length && places.length < MOST;
  }, signal);
  return places;
}
