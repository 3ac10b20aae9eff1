// Pictures of the text can be enlarged: by a click, Enter or Space. Those inside a link, and those
// that the author marked, cannot. The picture itself is moved into a dialog, not loaded again.
import { say } from "../shared/say.js";

/** @type {HTMLDialogElement | undefined} */
let dialog;

prepareAll();
document.addEventListener("octavo:patched", prepareAll);

function prepareAll() {
  for (const image of document.querySelectorAll(".mdx-content img[data-zoom]:not([role])")) {
    if (image instanceof HTMLImageElement && !image.closest("a, button, summary")) prepare(image);
  }
}

/** @param {HTMLImageElement} image */
function prepare(image) {
  image.tabIndex = 0;
  image.setAttribute("role", "button");
  image.setAttribute("aria-label", image.alt ? say("Enlarge: {name}", { name: image.alt }) : say("Enlarge the picture"));
  image.addEventListener("click", () => enlarge(image));
  image.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    enlarge(image);
  });
}

/** @param {HTMLImageElement} image */
function enlarge(image) {
  dialog ??= createDialog();
  const copy = document.createElement("img");
  copy.src = image.currentSrc || image.src;
  copy.alt = image.alt;
  dialog.setAttribute("aria-label", image.alt || say("Picture"));
  dialog.replaceChildren(copy);
  dialog.showModal();
  dialog.addEventListener("close", () => image.focus(), { once: true });
}

function createDialog() {
  const created = document.createElement("dialog");
  created.className = "zoom";
  created.addEventListener("click", () => created.close());
  document.body.append(created);
  return created;
}
