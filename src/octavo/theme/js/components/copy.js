// Buttons that copy a text: one they carry (`data-copy`), or that of an element (`data-copy-from`).
import { announce } from "../shared/announce.js";

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button[data-copy], button[data-copy-from]") : null;
  if (button instanceof HTMLElement) copy(button);
});

/** @param {HTMLElement} button */
async function copy(button) {
  const { copy: own, copyFrom = "" } = button.dataset;
  try {
    await navigator.clipboard.writeText(own ?? document.getElementById(copyFrom)?.textContent ?? "");
  } catch {
    announce("Copying is not allowed here");
    return;
  }
  announce("Copied");
  button.dataset.copied = "";
  setTimeout(() => delete button.dataset.copied, 2000);
}
