// Opens the search: its button, Ctrl+K or ⌘K, `/`, or `?q=` in the address. The dialog and the
// index are loaded when the reader first reaches for it. On the page that a result leads to, what
// was searched is marked.
import { announce } from "../shared/announce.js";
import { siteData } from "../shared/site-data.js";
import { recall } from "../shared/storage.js";
import { say } from "../shared/say.js";

/** Where the dialog keeps what was searched, for the page that a result leads to. */
export const HIT = `octavo-hit:${siteData.base}`;

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
for (const hint of document.querySelectorAll("[data-search-key]")) {
  hint.textContent = isApple ? "⌘K" : "Ctrl K";
}

/** Loads the dialog, and with it the beginning of the index. */
const load = () => import("./dialog/dialog.js");

/** What is typed while the dialog is on its way. @type {string | null} */
let typed = null;

/** @param {string} [query] */
async function open(query) {
  typed ??= "";
  try {
    const dialog = await load();
    dialog.openSearch(query ?? typed);
    import("../shared/server.js").then(({ countSearches }) => countSearches()).catch(() => {});
  } catch {
    announce(say("The search could not be loaded"));
  }
  typed = null;
}

for (const button of document.querySelectorAll("[data-search-open]")) {
  for (const type of ["pointerenter", "focus", "touchstart"]) {
    button.addEventListener(type, () => load().catch(() => {}), { once: true, passive: true });
  }
  button.addEventListener("click", () => open());
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing || event.altKey) return;
  const command = event.ctrlKey || event.metaKey;
  if (typed !== null && !command && event.key.length === 1) {
    typed += event.key;
    return event.preventDefault();
  }
  if (command ? event.key === "k" : event.key === "/" && !isTyping(event)) {
    event.preventDefault();
    open();
  }
});

/** @param {KeyboardEvent} event */
function isTyping(event) {
  const target = event.composedPath()[0];
  return target instanceof HTMLElement
    && (target.isContentEditable || target.matches("input, textarea, select, [role=textbox]"));
}

function openAddress() {
  const query = new URLSearchParams(location.search).get("q");
  if (query) open(query);
}

/** Marks what was searched, if a result has led to this page. */
export function showReached() {
  const hit = recall("localStorage", HIT);
  if (hit) import("./show-hit.js").then(({ showHit }) => showHit(hit)).catch(() => {});
}

addEventListener("pageshow", (event) => event.persisted && openAddress());
openAddress();
// When all modules have run: what hides the hit is opened by others.
document.addEventListener("DOMContentLoaded", showReached);
