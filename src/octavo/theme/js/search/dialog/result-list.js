// The list below the field, and the row of it that is chosen. The field keeps the focus.
import { make } from "../open-search.js";
import { say } from "../../shared/say.js";

export const list = make("div", { id: "search-list", class: "search-list", role: "listbox", "aria-label": say("Results") });

/** @type {HTMLElement | null} */
let active = null;

/** @returns {HTMLElement[]} */
function listOptions() {
  return [...list.querySelectorAll(/** @type {"div"} */ ("[role=option]"))];
}

export function findActive() {
  return active;
}

/** @param {HTMLElement[]} groups @param {boolean} isAnswer Whether to choose the first row. @param {HTMLElement} field */
export function showGroups(groups, isAnswer, field) {
  list.replaceChildren(...groups);
  list.hidden = !groups.length;
  field.setAttribute("aria-expanded", String(groups.length > 0));
  active = null;
  activate(isAnswer ? listOptions()[0] : undefined, field);
}

/** @param {HTMLElement[]} groups @param {HTMLElement} field */
export function addGroups(groups, field) {
  list.append(...groups);
  list.hidden = false;
  field.setAttribute("aria-expanded", "true");
}

/** @param {HTMLElement | undefined} option @param {HTMLElement} field */
export function activate(option, field) {
  active?.setAttribute("aria-selected", "false");
  active = option ?? null;
  if (!option) return field.removeAttribute("aria-activedescendant");
  option.setAttribute("aria-selected", "true");
  field.setAttribute("aria-activedescendant", option.id);
}

/** Chooses the row that a key leads to. @param {string} key @param {HTMLElement} field @returns {boolean} Whether there is one. */
export function moveBy(key, field) {
  const options = listOptions();
  const at = active ? options.indexOf(active) : -1;
  const last = options.length - 1;
  /** @type {Record<string, number>} */
  const places = { ArrowDown: at >= last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1, Home: 0, End: last };
  const option = options[places[key] ?? -1];
  if (!option) return false;
  activate(option, field);
  // The first row also scrolls the rows above it into view.
  if (option === options[0] && list.parentElement) list.parentElement.scrollTop = 0;
  option.scrollIntoView({ block: "nearest" });
  return true;
}

/** Changes the list while the chosen row stays where it is. @param {() => void} change */
export function changeSteadily(change) {
  const before = active?.getBoundingClientRect().top ?? 0;
  change();
  const after = active?.getBoundingClientRect().top ?? 0;
  if (list.parentElement) list.parentElement.scrollTop += after - before;
}
