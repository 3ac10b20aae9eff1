// The filters above the list: parts of the site, and its versions. Sites without either show none.
import { make } from "../open-search.js";
import { siteData } from "../../shared/site-data.js";
import { recall, remember } from "../../shared/storage.js";
import { say } from "../../shared/say.js";

const CHOICE = `octavo-search-filter:${siteData.base}`;
const ALL = "*";

/** @typedef {import("../engine/search.js").Search} Search */
/** @typedef {import("../engine/search.js").Filter} Filter */

export const filterBar = make("div", { class: "search-filters" });

/** What each part of the site is filtered by. @type {Record<string, Filter>} */
let parts = {};
let choice = { part: ALL, version: ALL };

/** @returns {Filter} */
export function readFilter() {
  return { ...parts[choice.part], ...(choice.version === ALL ? {} : { version: choice.version }) };
}

/** Removes the filter of the part, or all of them. @param {"part" | "version"} name */
export function removeFilter(name) {
  choice.part = ALL;
  if (name === "version") choice.version = ALL;
  keepChoice();
}

/** Shows the filters of a site. @param {Search} search @param {() => void} change Called after a choice. */
export function showFilters(search, change) {
  const { version, languages } = siteData.search;
  const kept = recall("sessionStorage", CHOICE);
  parts = listParts(search);
  const names = Object.keys(parts);
  choice = { part: names.includes(kept?.part) ? kept.part : ALL, version: kept?.version === ALL ? ALL : version ?? ALL };
  const others = search.versions.filter((name) => name !== version);
  filterBar.replaceChildren();
  if (names.length) addGroup(say("Part of the site"), "part", [ALL, ...names], say("All"), change);
  if (search.versions.length) {
    const [label, all] = languages ? ["Language", "All languages"] : ["Version", "All versions"];
    addGroup(say(label), "version", [...(version ? [version] : []), ALL, ...others], say(all), change);
  }
  markChoice();
}

/** Guides and API, and the tabs; where these tell an API and guides apart by name, they do it alone.
 * @param {Search} search @returns {Record<string, Filter>} */
function listParts({ hasKinds, tabs }) {
  const named = tabs.length > 1 ? tabs : [];
  const words = new Set(named.flatMap((tab) => tab.toLowerCase().split(/\W+/)));
  const kinds = hasKinds && !words.has("api");
  return {
    ...(kinds && !words.has("guides") && { [say("Guides")]: { kind: "g" } }),
    ...(kinds && { API: { kind: "a" } }),
    ...Object.fromEntries(named.map((tab) => [tab, { tab }])),
  };
}

/** @param {string} label @param {"part" | "version"} kind @param {string[]} values @param {string} all @param {() => void} change */
function addGroup(label, kind, values, all, change) {
  filterBar.append(make("div", { role: "radiogroup", "aria-label": label, class: "search-choice" }, ...values.map((value) => {
    const input = make("input", { type: "radio", name: `search-${kind}`, value, class: "visually-hidden" });
    input.addEventListener("change", () => {
      choice[kind] = value;
      keepChoice();
      change();
    });
    return make("label", { class: "search-chip" }, input, value === ALL ? all : siteData.search.labels?.[value] ?? value);
  })));
}

function keepChoice() {
  remember("sessionStorage", CHOICE, choice);
  markChoice();
}

function markChoice() {
  for (const input of filterBar.querySelectorAll("input")) {
    input.checked = input.value === (input.name === "search-part" ? choice.part : choice.version);
  }
}
