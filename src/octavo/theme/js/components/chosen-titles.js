// The titles that the reader chose last, of tabs and of code: one list for the site and for all of
// its pages that are open. How to follow a choice without moving what is being read, and how keys go
// from tab to tab.
import { recall, remember } from "../shared/storage.js";

const KEY = "octavo-tabs";
const MOST = 20;
const GROUPS = ".code-group, .tabs";

/** @returns {string[]} */
export function recallTitles() {
  const choices = recall("localStorage", KEY);
  return Array.isArray(choices) ? choices : [];
}

/** @param {string} name */
export function keepChoice(name) {
  const others = recallTitles().filter((other) => other !== name);
  remember("localStorage", KEY, [name, ...others].slice(0, MOST));
}

/** Calls back when another page that is open has changed a choice: the titles, or that of another key.
 * @param {() => void} update @param {string} [key] */
export function followPages(update, key = KEY) {
  const follow = () => steady(findPlace(), update);
  addEventListener("storage", (event) => event.key === key && follow());
  // A page from the browser's cache missed all events.
  addEventListener("pageshow", (event) => event.persisted && follow());
}

/** Makes a change that must not push away what the reader looks at.
 * @param {Element | null} mark @param {() => void} change */
export function steady(mark, change) {
  const measureTop = () => mark?.getBoundingClientRect().top ?? 0;
  const before = measureTop();
  change();
  scrollBy({ top: measureTop() - before, behavior: "instant" });
}

/** Returns the element that is being read; a group as a whole, because its panels come and go. */
function findPlace() {
  if (!scrollY) return null;
  for (let y = innerHeight / 4; y < innerHeight; y += 12) {
    let element = document.elementFromPoint(innerWidth / 2, y);
    for (let group = element?.closest(GROUPS); group; group = group.parentElement?.closest(GROUPS)) element = group;
    // What has groups in it is not a place but a gap between places.
    if (element && (element.matches(GROUPS) || !element.querySelector(GROUPS))) return element;
  }
  return null;
}

/** Goes from tab to tab with the keys that readers expect. @param {KeyboardEvent} event
 * @param {HTMLElement} tab Which has the focus. @param {HTMLElement[]} tabs */
export function moveByKey(event, tab, tabs) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const at = tabs.indexOf(tab);
  const forward = getComputedStyle(tab).direction === "rtl" ? -1 : 1;
  /** @type {Record<string, number>} */
  const steps = { Home: 0, End: tabs.length - 1, ArrowRight: at + forward, ArrowLeft: at - forward };
  const next = steps[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const target = tabs[(next + tabs.length) % tabs.length];
  target?.focus();
  target?.click();
}
