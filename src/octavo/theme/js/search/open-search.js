// Opens the search: its button, Ctrl+K or ⌘K, `/`, or `?q=` in the address. The frame of the dialog
// appears at once, and its field accepts text while the rest and the index load. Loading begins
// when the reader first touches the search. On the page of a result, the searched words are marked.
import { loadSheet } from "../shared/load-sheet.js";
import { siteData } from "../shared/site-data.js";
import { recall } from "../shared/storage.js";
import { say } from "../shared/say.js";

/** The styles of all but the frame. */
export const SHEET = "search-results.css";

/** Where the dialog keeps what was searched, for the page that a result leads to. */
export const HIT = `octavo-hit:${siteData.base}`;

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
for (const hint of document.querySelectorAll("[data-search-key]")) {
  hint.textContent = isApple ? "⌘K" : "Ctrl K";
}

/** Loads the dialog, its styles, and with it the beginning of the index. */
function load() {
  loadSheet(SHEET).catch(() => {});
  return import("./dialog/dialog.js");
}

/** An element of attributes and text, never of markup. @param {string} tag @param {Record<string, string>} attributes
 * @param {...(Node | string)} children @returns {HTMLElement} */
export function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export const input = /** @type {HTMLInputElement} */ (make("input", {
  class: "search-input", placeholder: siteData.search.prompt || say("Search..."), "aria-label": say("Search"), autocomplete: "off",
}));
const close = make("button", { class: "search-close" }, say("Close"));
/** While it has a role, the rest is not there yet. */
export const message = make("p", { class: "search-message", role: "status" });
export const body = make("div", { class: "search-body" }, message);
export const dialog = /** @type {HTMLDialogElement} */ (make("dialog", { class: "search-dialog", "aria-label": say("Search") },
  make("div", { class: "search-panel" }, make("div", { class: "search-head" }, input, close), body)));
close.addEventListener("click", () => dialog.close());

/** Enter was pressed before the rest was there: what was in the field, and whether in a new tab.
 * @type {[text: string, apart: boolean] | null} */
let early = null;
input.addEventListener("keydown", (event) => {
  if (message.role && event.key === "Enter" && !event.isComposing) early = [input.value, event.ctrlKey || event.metaKey];
});

/** Opens the dialog, with what was searched before when there is no query, or closes it when it is open.
 * @param {string} [query] */
async function open(query) {
  if (dialog.open) return dialog.close();
  document.body.append(dialog);
  if (message.role) message.textContent = say("Loading…");
  early = null;
  dialog.showModal(); // and the field, its first part, has the focus
  if (query) input.value = query;
  else input.select();
  try {
    const { begin } = await load();
    if (!dialog.open) return;
    begin(early);
    import("../shared/server.js").then(({ countSearches }) => countSearches()).catch(() => {});
  } catch {
    message.textContent = say("The search could not be loaded");
  }
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
