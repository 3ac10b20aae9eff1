// The rows of the page, which describe fields, and what is inside of them.
import { load } from "../../../api/fields.js";
import { make } from "../../make.js";
import { say } from "../../../shared/say.js";

/**
 * Where the fields inside of a field are described.
 * @typedef {object} Inside
 * @property {() => Promise<Element | null>} open Shows them and returns what holds their rows.
 * @property {() => Promise<Element | null>} find What holds their rows, which may have to be loaded.
 * @property {(listener: (isOpen: boolean) => void) => void} watch Calls when they are shown or hidden, and at
 * once where they are shown.
 * @property {HTMLElement | null} [opener] What the reader opens them with.
 * @property {HTMLElement} [element] What shows and hides them, where that is not on the page.
 * @property {(() => Promise<Element | null>)} copy A copy of their rows, for one of several items.
 */

/** The rows that stand directly in an element, by the name of the field. @param {Element} holder */
export function listRows(holder) {
  /** @type {Map<string, HTMLElement>} */
  const rows = new Map();
  const isPage = holder.matches(".mdx-content");
  for (const row of holder.querySelectorAll(".field:not([data-only='response'])")) {
    const name = readRowName(row);
    // A page that an author wrote has the fields of all parts of a request side by side.
    if (isPage && !listPlaces(row).includes("body")) continue;
    if (name && !isInside(row, holder) && !rows.has(name)) rows.set(name, /** @type {HTMLElement} */ (row));
  }
  return rows;
}

/** @param {Element} row @param {Element} holder */
function isInside(row, holder) {
  const around = row.parentElement?.closest(".field, .choice, .expandable, .auth-alternative");
  return Boolean(around && around !== holder && holder.contains(around));
}

/** @param {Element} row */
function readRowName(row) {
  return row.querySelector(":scope > .field-head .field-name")?.textContent ?? "";
}

/** The row of a parameter, wherever it is on the page. @param {Element} page @param {string} place
 * @param {string} name @returns {HTMLElement | null} */
export function findParameterRow(page, place, name) {
  for (const row of page.querySelectorAll(".field")) {
    const isFree = !row.parentElement?.closest(".field, [data-side='response'], .callback");
    if (isFree && readRowName(row) === name && listPlaces(row).includes(place)) return /** @type {HTMLElement} */ (row);
  }
  return null;
}

/** @param {Element} row */
function listPlaces(row) {
  return [...row.querySelectorAll(":scope > .field-head .field-pill")].map((pill) => pill.textContent);
}

/** The nested fields of a row; null without any. @param {Element} row @returns {Inside | null} */
export function describeInside(row) {
  for (const part of row.querySelectorAll(":scope > .field-content details")) {
    if (part.parentElement?.closest(".field") !== row || !(part instanceof HTMLDetailsElement)) continue;
    if (part.matches(".later") || part.querySelector(".field, .choice")) return readDetails(part);
  }
  const content = row.querySelector(":scope > .field-content");
  // Fields that an author put into another, with nothing around them that opens.
  return content?.querySelector(":scope > .field") ? readElement(content) : null;
}

/** @param {HTMLDetailsElement} details @returns {Inside} */
function readDetails(details) {
  const find = async () => {
    if (details.matches(".later") && !(await load(details))) return null;
    return details.lastElementChild;
  };
  return {
    open: () => {
      details.open = true;
      return find();
    },
    find,
    opener: details.querySelector("summary"),
    watch: (listener) => {
      if (details.open) listener(true);
      details.addEventListener("toggle", () => listener(details.open));
    },
    copy: async () => loadCopy(await find()),
  };
}

/** What an element describes that is open at all times. @param {Element} element @returns {Inside} */
export function readElement(element) {
  const later = element.querySelector(":scope > details.later");
  if (later instanceof HTMLDetailsElement) return readDetails(later);
  return {
    open: async () => element,
    find: async () => element,
    watch: (listener) => listener(true),
    copy: () => loadCopy(element),
  };
}

/** @param {Element | null} holder */
async function loadCopy(holder) {
  const { copyRows } = await import("./copy-rows.js");
  return copyRows(holder);
}

/** The nested description of a value that may repeat. @param {Inside} inside
 * @returns {Inside} */
export function copyInside(inside) {
  const content = make("div", { class: "expandable-content" });
  const details = make("details", { class: "expandable item-group" }, make("summary", {}, say("Fields")), content);
  /** @type {Promise<Element | null> | undefined} */
  let copy;
  const find = () => (copy ??= inside.copy().then((rows) => {
    if (rows) content.replaceChildren(rows);
    return rows;
  }));
  return { ...readDetails(details), find, open: () => {
    details.open = true;
    return find();
  }, element: details, copy: inside.copy };
}

/** Puts an input into its row, behind the name. @param {Element} row @param {HTMLElement} element */
export function putInto(row, element) {
  row.classList.add("has-slot");
  row.querySelector(":scope > .field-head")?.after(element);
}

/** The id of a row's text about its field, for screen readers.
 * @param {Element} row */
export function findNoteId(row) {
  const content = row.querySelector(":scope > .field-content");
  const parts = [...(content?.children ?? [])].filter((part) => part.matches("p, .field-values"));
  for (const [at, part] of parts.entries()) part.id ||= `about.${row.id}.${at}`;
  return parts.slice(0, 4).map((part) => part.id).join(" ") || undefined;
}
