// Copies a sample with the credentials that it does not show.
import { announce } from "../../shared/announce.js";

/** @param {string} text @param {HTMLElement} copies The button. */
export async function copyText(text, copies) {
  try {
    await navigator.clipboard.writeText(text);
    announce("Copied, with your credentials");
    copies.dataset.copied = "";
    setTimeout(() => delete copies.dataset.copied, 2000);
  } catch {
    announce("Copying is not allowed here");
  }
}
