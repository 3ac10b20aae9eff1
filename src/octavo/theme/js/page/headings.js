// A click on the mark of a heading or field copies its address; the link itself works as ever. And
// an id that another builder made of a title leads to ours.
import { findTarget } from "../shared/find-target.js";
import { announce } from "../shared/announce.js";
import { say } from "../shared/say.js";

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = findTarget(event, ".heading-link, .field-link");
  if (link instanceof HTMLAnchorElement) copy(link);
});

/** @param {HTMLAnchorElement} link */
async function copy(link) {
  try {
    await navigator.clipboard.writeText(link.href);
  } catch {
    return; // no permission or no secure page: the address bar has it
  }
  announce(say("Link copied"));
  link.dataset.copied = "";
  setTimeout(() => delete link.dataset.copied, 2000);
}

/** What all ids that may be made of a title have in common.
 * @param {string} text */
const keepLetters = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

function followOtherForm() {
  let target = location.hash.slice(1);
  try {
    target = decodeURIComponent(target);
  } catch {
    // it is no encoded text, so it is taken as it is
  }
  const letters = keepLetters(target);
  if (!letters || document.getElementById(target)) return;
  const meant = [...document.querySelectorAll(".mdx-content [id]")].find(({ id }) => keepLetters(id) === letters);
  if (meant) location.replace(`#${meant.id}`);
}

addEventListener("hashchange", followOtherForm);
followOtherForm();
