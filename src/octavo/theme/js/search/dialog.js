// The search dialog: a combobox whose list holds pages and their headings. All that is shown is
// text; nothing from the index or the reader becomes markup.
import { track } from "../services/events.js";
import { openSiteSearch } from "./site-search.js";
import { siteData } from "../shared/site-data.js";
import { recall, remember } from "../shared/storage.js";

const RECENT = `octavo-searches:${siteData.base}`;
const { prompt, version } = siteData.search;

/** @typedef {import("./engine/search.js").Search} Search */
/** @typedef {import("./engine/search.js").Answer} Answer */
/** @typedef {import("./engine/search.js").Hit} Hit */
/** @typedef {import("./engine/cite.js").Piece} Piece */

/** How often something was typed: only the answer to the last counts. */
let turn = 0;
let active = -1;
let results = 0;

/** @param {string} tag @param {Record<string, string>} attributes @param {...(Node | string)} children */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const input = /** @type {HTMLInputElement} */ (make("input", {
  type: "text", role: "combobox", class: "search-input", placeholder: prompt || "Search...",
  "aria-label": "Search", "aria-controls": "search-list", "aria-autocomplete": "list",
  "aria-expanded": "false", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
  enterkeyhint: "go", maxlength: "200",
}));
const closing = make("button", { type: "button", class: "search-close" }, "Close");
const list = make("div", { id: "search-list", class: "search-list", role: "listbox", "aria-label": "Results" });
const message = make("p", { class: "search-message", role: "status" });
const action = make("button", { type: "button", class: "search-action", hidden: "" });
const keys = make("p", { class: "search-keys", "aria-hidden": "true" },
  make("kbd", {}, "↑"), make("kbd", {}, "↓"), " to move ", make("kbd", {}, "↵"), " to open ", make("kbd", {}, "Esc"), " to close");
const body = make("div", { class: "search-body" }, message, list, action);
const dialog = /** @type {HTMLDialogElement} */ (make("dialog", { class: "search-dialog", "aria-label": "Search" },
  make("div", { class: "search-panel" },
    make("div", { class: "search-head" }, input, closing),
    body,
    keys)));

/** Loads what the search needs first. */
export function prepareSearch() {
  openSiteSearch().catch(() => {});
}

/** Opens the dialog, with what was searched before when there is no query, or closes it when it
 * is open. @param {string} query */
export function openSearch(query) {
  if (dialog.open) return dialog.close();
  if (!dialog.isConnected) document.body.append(dialog);
  dialog.showModal();
  input.focus();
  if (query) input.value = query;
  else input.select();
  update();
}

async function update() {
  const query = input.value.trim();
  const mine = ++turn;
  action.hidden = true;
  results = 0;
  if (!query) return showRecent();
  if (!list.childElementCount) show([], "Loading…");
  try {
    const search = await openSiteSearch();
    const answer = await search.find(query, version ? { version } : {});
    const cited = await Promise.all(answer.hits.map((hit) => search.cite(hit, answer)));
    if (mine === turn) showResults(search, query, answer, cited);
  } catch {
    if (mine === turn) showFailure();
  }
}

function showRecent() {
  const recent = recentSearches();
  show(recent.map((text) => {
    const option = make("div", { class: "search-hit", role: "option" }, text);
    option.addEventListener("click", () => {
      input.value = text;
      input.focus();
      update();
    });
    return option;
  }), recent.length ? "Recent searches" : "Type to search the pages");
  if (recent.length) offer("Clear recent searches", () => remember("localStorage", RECENT, null));
}

function showFailure() {
  show([], "The search could not be loaded");
  offer("Try again", () => {});
}

/** @param {Search} search @param {string} query @param {Answer} answer @param {{sections: import("./engine/cite.js").Cited[], text: Piece[]}[]} cited */
function showResults(search, query, answer, cited) {
  const rows = answer.hits.map((hit, at) => {
    const { sections, text } = cited[at];
    const detail = hit.path ? [`${hit.method} ${hit.path}`] : text.length ? mark(text) : mark(search.mark(hit.description, answer));
    return make("div", { role: "group", "aria-label": hit.title },
      row(hit.href, mark(search.mark(hit.title, answer)), hit.place, detail, query, "search-page"),
      ...sections.map((section) => (
        row(`${hit.href}#${section.id}`, mark(section.title), "", mark(section.text), query, "search-heading"))));
  });
  show(rows, "");
  results = answer.total;
  const count = `${results} ${results === 1 ? "page" : "pages"}`;
  if (!results) message.textContent = `Nothing found for “${query}”. Try fewer or other words`;
  else message.textContent = answer.isPartial ? `No page has all these words. ${count} with some of them` : count;
  message.classList.toggle("visually-hidden", results > 0 && !answer.isPartial);
}

/** @param {string} href @param {(Node | string)[]} title @param {string} place @param {(Node | string)[]} detail
 * @param {string} query @param {string} kind */
function row(href, title, place, detail, query, kind) {
  const link = make("a", { class: `search-hit ${kind}`, role: "option", href, tabindex: "-1" },
    make("span", { class: "search-title" }, ...title));
  if (place) link.append(make("span", { class: "search-place" }, place));
  if (detail.length) link.append(make("span", { class: "search-detail" }, ...detail));
  link.addEventListener("click", (event) => {
    keep(query);
    track("docs.search.result_click", { query, href });
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) dialog.close();
  });
  return link;
}

/** @param {Piece[]} pieces */
function mark(pieces) {
  return pieces.map((piece) => (piece.hit ? make("mark", {}, piece.text) : piece.text));
}

/** @param {HTMLElement[]} rows @param {string} text */
function show(rows, text) {
  list.replaceChildren(...rows);
  list.hidden = !rows.length;
  message.textContent = text;
  message.classList.remove("visually-hidden");
  input.setAttribute("aria-expanded", String(rows.length > 0));
  options().forEach((option, at) => {
    option.id = `search-option-${at}`;
    option.setAttribute("aria-selected", "false");
  });
  active = -1;
  // A search has a likely answer; the list of recent ones waits to be entered.
  activate(input.value.trim() ? 0 : -1);
  body.scrollTop = 0;
}

/** @param {string} text @param {() => void} work */
function offer(text, work) {
  action.textContent = text;
  action.hidden = false;
  action.onclick = () => {
    work();
    input.focus();
    update();
  };
}

/** @returns {HTMLElement[]} */
function options() {
  return [...list.querySelectorAll(/** @type {"div"} */ ("[role=option]"))];
}

/** @param {number} at */
function activate(at) {
  const all = options();
  all[active]?.setAttribute("aria-selected", "false");
  active = all.length ? at : -1;
  const option = all[active];
  if (!option) return input.removeAttribute("aria-activedescendant");
  option.setAttribute("aria-selected", "true");
  option.scrollIntoView({ block: "nearest" });
  input.setAttribute("aria-activedescendant", option.id);
}

/** @param {KeyboardEvent} event */
function move(event) {
  if (event.isComposing || event.shiftKey || event.altKey) return;
  const all = options();
  const last = all.length - 1;
  /** @type {Record<string, number>} */
  const targets = {
    ArrowDown: active >= last ? 0 : active + 1, ArrowUp: active <= 0 ? last : active - 1, Home: 0, End: last,
  };
  const target = targets[event.key];
  const option = all[active];
  if (target !== undefined && all.length) activate(target);
  else if (event.key === "Enter" && option) open(option, event.ctrlKey || event.metaKey);
  else return;
  event.preventDefault();
}

/** @param {HTMLElement} option @param {boolean} apart */
function open(option, apart) {
  if (apart && option instanceof HTMLAnchorElement) {
    keep(input.value.trim());
    window.open(option.href, "_blank", "noopener");
  } else option.click();
}

/** @returns {string[]} */
function recentSearches() {
  const kept = recall("localStorage", RECENT);
  return Array.isArray(kept) ? kept.filter((text) => typeof text === "string") : [];
}

/** @param {string} query */
function keep(query) {
  const others = recentSearches().filter((text) => text !== query);
  remember("localStorage", RECENT, [query, ...others].slice(0, 5));
}

input.addEventListener("input", update);
input.addEventListener("keydown", move);
closing.addEventListener("click", () => dialog.close());
list.addEventListener("pointermove", (event) => {
  const option = event.target instanceof Element && event.target.closest("[role=option]");
  const at = option ? options().indexOf(/** @type {HTMLElement} */ (option)) : -1;
  if (at >= 0 && at !== active) activate(at);
});
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
dialog.addEventListener("close", () => {
  const query = input.value.trim();
  if (query) track("docs.search.query", { query, results });
  track("docs.search.close", { query });
  if (document.activeElement !== document.body) return;
  // The button that had the focus is gone with the drawer that it stood in.
  const buttons = [...document.querySelectorAll(/** @type {"button"} */ ("[data-search-open]"))];
  buttons.find((button) => button.checkVisibility())?.focus({ preventScroll: true });
});
