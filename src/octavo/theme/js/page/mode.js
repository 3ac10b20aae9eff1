// Light and dark: the reader's choice, else the author's, else the system's, also after changes.
// inline/bootstrap.js has the same order, and decides before the first paint.
import { say } from "../shared/say.js";

const KEY = "octavo-mode";
const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");
const buttons = document.querySelectorAll("[data-mode-toggle]");
/** @type {string | null} */
let choice = null;

function findDefault() {
  return root.dataset.mode || (system.matches ? "dark" : "light");
}

function recallMode() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return choice;
  }
}

/** @param {string} mode */
function show(mode) {
  const dark = mode === "dark";
  root.classList.toggle("dark", dark);
  root.classList.toggle("light", !dark);
  for (const button of buttons) {
    button.setAttribute("aria-label", say(dark ? "Switch to light mode" : "Switch to dark mode"));
  }
}

function toggle() {
  const mode = root.classList.contains("dark") ? "light" : "dark";
  // A choice without an effect is deleted, so that the system counts again.
  choice = mode === findDefault() ? null : mode;
  try {
    if (choice) localStorage.setItem(KEY, choice);
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  show(mode);
}

if (root.dataset.forced === undefined) {
  const update = () => show(recallMode() || findDefault());
  update();
  for (const button of buttons) button.addEventListener("click", toggle);
  system.addEventListener("change", update);
  addEventListener("storage", (event) => (event.key === KEY || event.key === null) && update());
  // A page that comes back from the browser's cache may have missed a change.
  addEventListener("pageshow", update);
}
