// Copies a text, and says so.
import { announce } from "./announce.js";
import { say } from "./say.js";

/** @param {string | Promise<string>} text @param {HTMLElement} [mark] Shows for a while that it was copied.
 * @param {string} [words] Said then. @returns {Promise<boolean>} Whether it was allowed. */
export async function copyText(text, mark, words = say("Copied")) {
  try {
    await navigator.clipboard.writeText(await text);
  } catch {
    announce(say("Copying is not allowed here"));
    return false;
  }
  announce(words);
  if (mark) {
    mark.dataset.copied = words;
    setTimeout(() => delete mark.dataset.copied, 2000);
  }
  return true;
}
