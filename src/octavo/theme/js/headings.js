// A click on the mark of a heading or field copies its address; the link itself works as ever.
import { announce } from "./announce.js";

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest(".heading-link, .field-link") : null;
  if (link instanceof HTMLAnchorElement) copy(link);
});

/** @param {HTMLAnchorElement} link */
async function copy(link) {
  try {
    await navigator.clipboard.writeText(link.href);
  } catch {
    return; // no permission or no secure page: the address bar has it
  }
  announce("Link copied");
  link.dataset.copied = "";
  setTimeout(() => delete link.dataset.copied, 2000);
}
