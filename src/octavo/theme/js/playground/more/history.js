// The requests that were sent from this tab: what was filled in can be filled in again. Credentials,
// secrets and files are no part of it, and all of it is gone when the tab is closed.
import { HISTORY } from "./memory.js";
import { announce } from "../../shared/announce.js";
import { recall, remember } from "../../shared/storage.js";
import { downloadJson } from "./download.js";
import { parseJson, printJson } from "../data/json.js";
import { makeButton, make } from "../make.js";
import { say } from "../../shared/say.js";

/**
 * @typedef {object} Entry
 * @property {string} time As ISO 8601 has it.
 * @property {string} operation Method and path of the document.
 * @property {string} url With secrets hidden.
 * @property {string} outcome Such as `200 OK`.
 * @property {string} page
 * @property {string} [values] What was filled in, as JSON.
 */

const MOST = 30;
const LONGEST = 50_000;

/** @param {HTMLElement} place @param {import("../types.js").PlaygroundData} data
 * @param {(values: Map<string, any>) => Promise<void>} restore Fills the form in again.
 * @returns {import("../types.js").History} */
export function createHistory(place, data, restore) {
  const operation = `${data.request.method} ${data.request.path}`;
  const summary = make("summary");
  const list = make("ol", { class: "history-list" });
  const tools = make("div", { class: "view-tools" },
    makeButton(say("Export"), exportAll, { class: "play-tool" }), makeButton(say("Delete all"), () => keep([], say("The history is deleted")), { class: "play-tool" }));
  place.append(make("details", { class: "history" }, summary, list, tools));
  show();

  /** @param {Entry[]} entries @param {string} [message] */
  function keep(entries, message) {
    remember("sessionStorage", HISTORY, entries.length ? entries.slice(0, MOST) : null);
    show();
    if (message) announce(message);
  }

  function show() {
    const entries = readEntries();
    place.hidden = !entries.length;
    summary.textContent = say("History of this tab ({count})", { count: entries.length });
    list.replaceChildren(...entries.map((entry, at) => make("li", {},
      make("span", { class: "history-outcome" }, entry.outcome),
      make("time", { datetime: entry.time }, new Date(entry.time).toLocaleTimeString()),
      make("code", {}, `${entry.operation.split(" ")[0]} ${entry.url}`),
      makeAgain(entry),
      makeButton(say("Delete"), () => {
        keep(readEntries().filter((_, other) => other !== at), say("Deleted"));
        summary.focus();
      }, { class: "play-tool", "aria-label": say("Delete request {number}", { number: at + 1 }) }))));
  }

  /** @param {Entry} entry */
  function makeAgain({ operation: its, values, page }) {
    if (its !== operation) return make("a", { href: `${page}#try-it` }, say("Open its page"));
    return values && makeButton(say("Fill in again"), async () => {
      const content = parseJson(values);
      if (content instanceof Map) await restore(content);
      announce(say("Filled in"));
    }, { class: "play-tool" });
  }

  return {
    add: ({ url, kept, outcome }) => {
      const values = printJson(keepPlain(kept));
      /** @type {Entry} */
      const entry = { time: new Date().toISOString(), operation, url, outcome, page: location.pathname };
      if (values.length <= LONGEST) entry.values = values;
      keep([entry, ...readEntries()]);
    },
  };
}

/** @returns {Entry[]} */
function readEntries() {
  const memory = recall("sessionStorage", HISTORY);
  return Array.isArray(memory) ? memory : [];
}

/** A value without what is not kept: files, secrets, and what is not there. @param {any} value @returns {any} */
function keepPlain(value) {
  if (value instanceof Blob || value === "<secret>") return undefined;
  if (Array.isArray(value)) return value.map(keepPlain).filter((item) => item !== undefined);
  if (!(value instanceof Map)) return value;
  return new Map([...value].map(([key, inner]) => /** @type {[string, any]} */ ([key, keepPlain(inner)])).filter(([, inner]) => inner !== undefined));
}

function exportAll() {
  const entries = readEntries().map(({ values, ...entry }) => ({ ...entry, values: values && JSON.parse(values) }));
  downloadJson("requests.json", entries);
}
