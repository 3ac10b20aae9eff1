// The fields of API pages: deeply nested ones load when they are opened, a link to a field opens
// all parts around it, all of a section opens at once, and long lists are searchable.
import { findTarget } from "../shared/find-target.js";
import { loadDocument } from "../shared/load-document.js";
import { say } from "../shared/say.js";

const MANY_VALUES = 20;
const MOST_AT_ONCE = 30;

// fragments

/** @type {WeakMap<Element, Promise<boolean>>} */
const loads = new WeakMap();

/** Loads what a field holds into its place; whether it is there then. @param {Element} details */
export function load(details) {
  let promise = loads.get(details);
  if (!promise) {
    promise = insert(details);
    loads.set(details, promise);
    promise.then((isThere) => isThere || loads.delete(details));
  }
  return promise;
}

/** @param {Element} details @returns {Promise<boolean>} */
async function insert(details) {
  const link = details.querySelector(":scope > .expandable-content > a");
  const content = link?.parentElement;
  if (!(link instanceof HTMLAnchorElement) || !content) return false;
  details.setAttribute("aria-busy", "true");
  try {
    const fields = (await loadDocument(link.href)).querySelector(".fields");
    if (!fields) return false;
    const { below, folded } = /** @type {HTMLElement} */ (details).dataset;
    if (folded === undefined) rename(fields, `${below ?? details.closest("[id]")?.id ?? ""}.`);
    content.replaceChildren(...fields.childNodes);
    details.classList.remove("later");
    return true;
  } catch {
    return false; // the link stays, and can be followed
  } finally {
    details.removeAttribute("aria-busy");
  }
}

/** Makes the ids of a fragment those of its place. @param {Element} root @param {string} prefix */
function rename(root, prefix) {
  /** @param {string} id */
  const addPrefix = (id) => (id.startsWith("tab.") ? `tab.${prefix}${id.slice(4)}` : prefix + id);
  for (const element of root.querySelectorAll("[id]")) element.id = addPrefix(element.id);
  for (const name of ["aria-controls", "aria-labelledby"]) {
    for (const element of root.querySelectorAll(`[${name}]`)) {
      element.setAttribute(name, addPrefix(element.getAttribute(name) ?? ""));
    }
  }
  for (const link of root.querySelectorAll('a[href^="#"]')) {
    link.setAttribute("href", `#${prefix}${link.getAttribute("href")?.slice(1)}`);
  }
}

document.addEventListener(
  "toggle",
  (event) => {
    const details = event.target;
    if (!(details instanceof HTMLDetailsElement) || !details.open) return;
    if (details.matches(".later")) load(details);
    const values = details.querySelector(":scope > .expandable-content > :is(.field-values, .field-options)");
    if (values && values.children.length > MANY_VALUES) import("./values-filter.js").then(({ offerFilter }) => offerFilter(values));
  },
  true,
);

// links to fields

async function revealTarget() {
  if (location.hash) (await import("./reveal-target.js")).revealTarget();
}

addEventListener("hashchange", revealTarget);
revealTarget();

// all at once

for (const section of document.querySelectorAll(".api-section")) {
  const head = section.querySelector(":scope > .api-head, :scope > .switch > .switch-bar");
  if (head && section.querySelectorAll(".expandable").length > 1) head.append(makeExpandButton(section));
}

/** @param {Element} section */
function makeExpandButton(section) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "expand-all";
  button.textContent = say("Expand all");
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => {
    const opens = button.getAttribute("aria-expanded") === "false";
    const parts = /** @type {HTMLDetailsElement[]} */ ([...section.querySelectorAll("details.expandable")]);
    const later = parts.filter((part) => part.matches(".later")).slice(MOST_AT_ONCE);
    for (const part of parts) if (!opens || !later.includes(part)) part.open = opens;
    button.textContent = say(opens ? "Collapse all" : "Expand all");
    button.setAttribute("aria-expanded", String(opens));
  });
  return button;
}

// examples that are too long for the page

document.addEventListener("click", async (event) => {
  const link = findTarget(event, ".example-more");
  const code = link?.closest(".code-block")?.querySelector("code");
  if (!(link instanceof HTMLAnchorElement) || !code || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error();
    code.textContent = await answer.text();
    link.remove();
    code.dispatchEvent(new Event("sample", { bubbles: true }));
  } catch {
    location.href = link.href;
  }
});
