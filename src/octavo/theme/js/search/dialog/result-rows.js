// Rows of the list: pages, their sections, and what was searched before.
import { make } from "../open-search.js";
import { drawIcon, markPieces } from "./elements.js";
import { say } from "../../shared/say.js";
import { siteData } from "../../shared/site-data.js";

const PAGE = "M4 1.5h5.5L13 5v9.5H4zM9.5 1.5V5H13M6.5 8h4M6.5 11h4";
const CLOCK = "M8 1.75a6.25 6.25 0 1 0 .01 0M8 4.5V8l2.5 1.5";
const CROSS = "M4 4l8 8M12 4l-8 8";
/** As the sidebar has them. */
const SHORT_METHODS = new Map([["DELETE", "DEL"], ["OPTIONS", "OPT"], ["WEBHOOK", "HOOK"]]);

/** @typedef {import("../engine/search.js").Search} Search */
/** @typedef {import("../engine/search.js").Answer} Answer */
/** @typedef {import("../engine/search.js").Hit} Hit */
/** @typedef {import("./texts.js").Citation} Citation */
/** @typedef {{element: HTMLElement, fill: (citation: Citation) => void}} Group */
/** @typedef {(Node | string)[]} Content */

let count = 0;

/** @param {string} tag @param {Record<string, string>} attributes @param {...Node} children */
function makeOption(tag, attributes, ...children) {
  // Blanks between the parts are what keeps their words apart when they are read aloud.
  return make(tag, { role: "option", id: `search-option-${++count}`, "aria-selected": "false", ...attributes },
    ...children.flatMap((child) => [child, " "]));
}

/** @param {string} kind @param {Content} content */
function makePart(kind, content) {
  return make("span", { class: kind }, ...content);
}

/** The rows of a page that was found: the page itself, and its sections when its text is there.
 * @param {Hit} hit @param {Search} search @param {Answer} answer @param {boolean} withVersion @returns {Group} */
export function makePageGroup(hit, search, answer, withVersion) {
  /** @param {string} text */
  const mark = (text) => markPieces(search.mark(text, answer));
  const detail = makePart("search-detail", mark(hit.description));
  const row = makePageRow(hit, mark, withVersion);
  row.append(detail);
  const element = make("div", { role: "group", "aria-label": hit.title }, row);
  return {
    element,
    fill({ sections, text }) {
      if (text.length) detail.replaceChildren(...markPieces(text));
      else if (sections.length && !detail.querySelector("mark")) detail.remove();
      element.append(...sections.map((section) => {
        const line = makeOption("a", { class: "search-hit search-heading", href: `${hit.href}#${section.id}`, tabindex: "-1" },
          make("span", { class: "search-mark", "aria-hidden": "true" }, "#"), makePart("search-title", markPieces(section.title)));
        if (section.text.length) line.append(makePart("search-detail", markPieces(section.text)));
        return line;
      }));
    },
  };
}

/** @param {Hit} hit @param {(text: string) => Content} mark @param {boolean} withVersion */
function makePageRow(hit, mark, withVersion) {
  const { href, title, method, path } = hit;
  const name = makePart("search-title", mark(title));
  if (hit.mark) name.append(" ", makePart("search-tag", [hit.mark]));
  const row = makeOption("a", { class: "search-hit search-page", href, tabindex: "-1" },
    method ? makeMethod(method) : drawIcon(PAGE), name);
  const version = withVersion && (siteData.search.labels?.[hit.version] ?? hit.version);
  const place = [version, hit.tab, ...hit.place.split(" / ")].filter(Boolean).join(" › ");
  if (place) row.append(makePart("search-place", [place]), " ");
  if (path) row.append(makePart("search-path", mark(path)), " ");
  return row;
}

/** @param {string} method */
function makeMethod(method) {
  const short = SHORT_METHODS.get(method);
  const attributes = { class: "nav-method", "data-method": method.toLowerCase() };
  return short ? make("abbr", { ...attributes, title: method }, short) : make("span", attributes, method);
}

/** A page to begin with. @param {Hit} hit @param {boolean} withVersion */
export function makeStartRow(hit, withVersion) {
  return makePageRow(hit, (text) => [text], withVersion);
}

/** @param {string} query @param {() => void} forget */
export function makeRecentRow(query, forget) {
  const cross = make("span", { class: "search-forget", title: say("Remove") }, drawIcon(CROSS));
  cross.addEventListener("click", (event) => {
    event.stopPropagation();
    forget();
  });
  const row = makeOption("div", { class: "search-hit search-recent", "aria-description": say("Delete removes it") },
    drawIcon(CLOCK), makePart("search-title", [query]), cross);
  row.addEventListener("forget", forget);
  return row;
}

/** Rows below a title. @param {string} title @param {HTMLElement[]} rows */
export function makeTitledGroup(title, rows) {
  const id = `search-group-${++count}`;
  return make("div", { role: "group", "aria-labelledby": id },
    make("div", { id, role: "presentation", class: "search-label" }, title), ...rows);
}
