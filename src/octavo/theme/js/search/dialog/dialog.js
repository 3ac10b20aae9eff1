// The search dialog: a combobox whose list holds pages and their sections.
import { body, dialog, HIT, input, make, message, SHEET, showReached } from "../open-search.js";
import { listKept, openSiteSearch } from "../site-search.js";
import { track } from "../../services/events.js";
import { loadSheet } from "../../shared/load-sheet.js";
import { siteData } from "../../shared/site-data.js";
import { remember } from "../../shared/storage.js";
import { drawIcon, makeButton } from "./elements.js";
import { filterBar, readFilter, removeFilter, showFilters } from "./filters.js";
import { addGroups, activate, changeSteadily, findActive, list, moveBy, showGroups } from "./result-list.js";
import { findFilterInTheWay, findNearWords } from "./no-result.js";
import { clearRecent, forgetRecent, keepRecent, listRecent } from "./recent.js";
import { makePageGroup, makeRecentRow, makeStartRow, makeTitledGroup } from "./result-rows.js";
import { citePages } from "./texts.js";
import { say } from "../../shared/say.js";

const MAGNIFIER = "M7 2a5 5 0 1 0 .01 0M10.8 10.8L14 14";
const MOST_START = 5;
/** How long "Loading" waits for the results, and a screen reader for the end of typing. */
const LOADING_WAIT = 300;
const ANNOUNCE_WAIT = 600;

/** @typedef {import("../engine/search.js").Search} Search */
/** @typedef {import("../engine/search.js").Answer} Answer */

/** How often something was typed: only the answer to the last counts. */
let turn = 0;
/** The answer that is shown. @type {Answer | null} */
let answer = null;
/** Whether the shown answer belongs to the current text, and whether the reader moves in it. */
let isSettled = false;
let isInList = false;
/** Enter was pressed before there was an answer: whether in a new tab. @type {boolean | null} */
let entered = null;
/** @type {Search | null} */
let filtered = null;
let announcing = 0;

const action = makeButton("", "search-action", () => {});
const offers = make("div", { class: "search-offers" });
const status = make("p", { class: "visually-hidden", role: "status" });
const counted = make("span", { class: "search-count" });
const keys = make("p", { class: "search-keys", "aria-hidden": "true" },
  make("kbd", {}, "↑"), make("kbd", {}, "↓"), make("span", {}, say("to move")), make("kbd", {}, "↵"), make("span", {}, say("to open")),
  make("kbd", {}, "Esc"), make("span", {}, say("to close")), counted);
// The frame stays as it is until there are styles for the rest. Without any it is of use, too.
await loadSheet(SHEET).catch(() => {});
// What is around the field is added, and the field stays where it is: somebody may be typing.
const ATTRIBUTES = {
  role: "combobox", "aria-controls": list.id, "aria-autocomplete": "list", "aria-expanded": "false", autocapitalize: "off", spellcheck: "false",
  enterkeyhint: "go", maxlength: "200",
};
for (const [name, value] of Object.entries(ATTRIBUTES)) input.setAttribute(name, value);
message.removeAttribute("role"); // from now on screen readers hear results when the typing pauses
input.before(drawIcon(MAGNIFIER));
body.before(filterBar);
body.replaceChildren(make("div", { class: "search-line" }, message, action), offers, list);
body.after(status, keys);

openSiteSearch().catch(() => {}); // readers who touch the search will type

/** Begins, maybe with a text for which Enter was pressed while this was loaded, and whether in a new tab: it counts until the text changes. @param {[text: string, apart: boolean] | null} early */
export function begin(early) {
  update();
  if (!isSettled && early?.[0] === input.value) entered = early[1];
}

/** Shows what there is for what is in the field. */
async function update() {
  const mine = ++turn;
  const isWanted = () => mine === turn;
  const query = input.value.trim();
  isSettled = false;
  // No word has one letter, but in scripts whose letters are words.
  const isQuery = query.length > 1 || query > "\x7f";
  const loading = setTimeout(() => isWanted() && isQuery && !isSettled && showMessage(say("Loading…")), LOADING_WAIT);
  if (!isQuery) showRecent();
  try {
    const search = await openSiteSearch();
    if (search !== filtered) showFilters(search, update);
    filtered = search;
    if (isQuery) await showAnswer(search, query, isWanted);
    else {
      if (query) search.prepare(query);
      const groups = await makeStart(search);
      if (isWanted() && groups.length) addStart(groups);
    }
  } catch {
    if (isWanted() && isQuery) showFailure();
  }
  clearTimeout(loading);
}

/** @param {Search} search @param {string} query @param {() => boolean} isWanted */
async function showAnswer(search, query, isWanted) {
  const filter = readFilter();
  const result = await search.find(query, filter);
  if (!isWanted()) return;
  if (!result.hits.length) return showNothing(search, query, result, isWanted);
  // Small words are everywhere: what is marked are the others, where there are some.
  const telling = result.words.filter(({ weight }) => weight >= 1);
  const marking = { ...result, words: telling.length ? telling : result.words };
  const groups = marking.hits.map((hit) => makePageGroup(hit, search, marking, !filter.version));
  let isShown = false;
  const texts = citePages(search, marking.hits, marking, isWanted, (at, citation) => {
    const fill = () => groups[at]?.fill(citation);
    if (isShown) fillLater(fill);
    else fill();
  });
  // Results wait for texts that are loaded, and for no others.
  await Promise.race([texts, new Promise((go) => setTimeout(go))]);
  if (!isWanted()) return;
  isShown = true;
  const count = result.total === 1 ? say("1 page") : say("{count} pages", { count: result.total });
  answer = marking;
  show(groups.map(({ element }) => element), result.isPartial ? say("No page has all these words. {pages} with some of them", { pages: count }) : "", true);
  counted.textContent = count;
  if (!message.textContent) announceLater(count);
  if (entered !== null) openOption(findActive(), entered);
  await showRest(search, marking, isWanted, !filter.version);
}

/** Adds the results that follow the first ones, which are of use without them. @param {Search} search @param {Answer} marking
 * @param {() => boolean} isWanted @param {boolean} withVersion */
async function showRest(search, marking, isWanted, withVersion) {
  const hits = await marking.loadRest().catch(() => []);
  if (!isWanted()) return;
  const groups = hits.map((hit) => makePageGroup(hit, search, marking, withVersion));
  addGroups(groups.map(({ element }) => element), input);
  await citePages(search, hits, marking, isWanted, (at, citation) => fillLater(() => groups[at]?.fill(citation)));
}

/** Texts that came after the results were shown: the list is measured once for all that come together. @type {(() => void)[]} */
const late = [];

/** @param {() => void} fill */
function fillLater(fill) {
  if (late.push(fill) === 1) requestAnimationFrame(() => changeSteadily(() => late.splice(0).forEach((each) => each())));
}

/** The pages to begin with. @param {Search} search */
async function makeStart(search) {
  const filter = readFilter();
  const pages = await search.listStart(filter, MOST_START);
  return pages.length ? [makeTitledGroup(say("Start here"), pages.map((hit) => makeStartRow(hit, !filter.version)))] : [];
}

function showRecent() {
  const recent = listRecent();
  const rows = recent.map((text) => {
    const row = makeRecentRow(text, () => {
      forgetRecent(text);
      restart();
    });
    row.addEventListener("click", () => restart(text));
    return row;
  });
  const groups = rows.length ? [make("div", { role: "group", "aria-label": say("Recent searches") }, ...rows)] : [];
  show(groups, say(recent.length ? "Recent searches" : "Type to search the pages"), false);
  if (recent.length) offerAction(say("Clear recent searches"), clearRecent);
}

/** Adds the pages to begin with; a recent search that is chosen meanwhile stays so. @param {HTMLElement[]} groups */
function addStart(groups) {
  if (!listRecent().length) showMessage("");
  changeSteadily(() => addGroups(groups, input));
}

function showFailure() {
  show([], say("The search could not be loaded"), false);
  offerAction(say("Try again"), () => {});
}

/** @param {Search} search @param {string} query @param {Answer} result @param {() => boolean} isWanted */
async function showNothing(search, query, result, isWanted) {
  const [filter, near, start] = await Promise.all([
    findFilterInTheWay(search, query, readFilter()), findNearWords(search, query, readFilter(), result), makeStart(search),
  ]);
  if (!isWanted()) return;
  entered = null;
  answer = result;
  const advice = say(near.length ? "Did you mean one of these?" : "Try fewer or other words");
  show(start, `${say("Nothing found for “{query}”.", { query })} ${advice}`, false);
  offers.append(...near.map((word) => makeButton(word, "search-chip", () => restart(word))));
  const everywhere = siteData.search.languages ? "Search in all languages" : "Search in all versions";
  if (filter) offerAction(say(filter === "part" ? "Remove the filter" : everywhere), () => removeFilter(filter));
}

/** @param {HTMLElement[]} groups @param {string} text @param {boolean} isAnswer Whether the first row is likely meant. */
function show(groups, text, isAnswer) {
  isSettled = true;
  body.scrollTop = 0; // before the change, so that the new list is measured once
  showMessage(text);
  showGroups(groups, isAnswer, input);
}

/** @param {string} text */
function showMessage(text) {
  message.textContent = text;
  counted.textContent = "";
  action.hidden = true;
  offers.replaceChildren();
  announceLater(text);
}

/** Tells screen readers, when the typing pauses. @param {string} text */
function announceLater(text) {
  clearTimeout(announcing);
  announcing = setTimeout(() => (status.textContent = text), ANNOUNCE_WAIT);
}

/** @param {string} text @param {() => void} work */
function offerAction(text, work) {
  action.textContent = text;
  action.hidden = false;
  action.onclick = () => {
    work();
    restart();
  };
}

/** @param {string} [query] */
function restart(query = input.value) {
  input.value = query;
  input.focus();
  update();
}

/** @param {KeyboardEvent} event */
function press(event) {
  if (event.isComposing || event.shiftKey || event.altKey) return;
  const apart = event.ctrlKey || event.metaKey;
  const isEdge = event.key === "Home" || event.key === "End";
  if (event.key === "Enter") {
    if (isSettled) openOption(findActive(), apart);
    else entered = apart;
  } else if (event.key === "Delete" && !input.value) findActive()?.dispatchEvent(new Event("forget"));
  // Home and End belong to the text until the reader has gone down into the list.
  else if (apart || (isEdge && !isInList && input.value) || !moveBy(event.key, input)) {
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") isInList = false;
    return;
  } else isInList = true;
  event.preventDefault();
}

/** @param {HTMLElement | null} option @param {boolean} apart */
function openOption(option, apart) {
  entered = null;
  if (apart && option instanceof HTMLAnchorElement) {
    noteChoice(option);
    window.open(option.href, "_blank", "noopener");
  } else option?.click();
}

/** @param {HTMLAnchorElement} link */
function noteChoice(link) {
  const query = input.value.trim();
  if (!query) return;
  keepRecent(query);
  // For the page that the link leads to, in this tab or a new one.
  remember("localStorage", HIT, { path: link.pathname, words: answer && listKept(answer.words), time: Date.now() });
  track("docs.search.result_click", { query, href: link.getAttribute("href") ?? "" });
}

/** @param {MouseEvent} event */
function follow(event) {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link) return;
  noteChoice(link);
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  dialog.close();
  const isHere = link.pathname === location.pathname && link.search === location.search;
  if (isHere && link.hash) showReached();
}

input.addEventListener("input", () => {
  entered = null;
  isInList = false;
  update();
});
input.addEventListener("keydown", press);
list.addEventListener("click", follow);
list.addEventListener("auxclick", follow);
list.addEventListener("pointermove", (event) => {
  const option = event.target instanceof Element && event.target.closest("[role=option]");
  if (option instanceof HTMLElement && option !== findActive()) activate(option, input);
});
filterBar.addEventListener("click", (event) => {
  // With the keyboard a filter keeps the focus, and arrows choose the next one.
  if (/** @type {PointerEvent} */ (event).pointerType) input.focus();
});
dialog.addEventListener("keydown", (event) => {
  // What is typed belongs to the field, wherever the focus is.
  if (event.target !== input && event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) input.focus();
});
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
dialog.addEventListener("close", () => {
  const query = input.value.trim();
  if (query) track("docs.search.query", { query, results: answer?.total ?? 0 });
  track("docs.search.close", { query });
  if (document.activeElement !== document.body) return;
  // The focused button disappeared with its drawer.
  const buttons = [...document.querySelectorAll(/** @type {"button"} */ ("[data-search-open]"))];
  buttons.find((button) => button.checkVisibility())?.focus({ preventScroll: true });
});
