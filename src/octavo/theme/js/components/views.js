// Views: one choice for the whole page, remembered; the table of contents shows only visible
// headings.
import { findTarget } from "../shared/find-target.js";
import { recall, remember } from "../shared/storage.js";
import { findElement } from "./target.js";

const KEY = "octavo-view";

/** @returns {HTMLButtonElement[]} */
function findChoices() {
  return [...document.querySelectorAll("button.view-choice")].filter((button) => button instanceof HTMLButtonElement);
}

/** @param {string} name */
function show(name) {
  if (!findChoices().some((button) => button.dataset.view === name)) return;
  for (const button of findChoices()) button.setAttribute("aria-pressed", String(button.dataset.view === name));
  for (const view of document.querySelectorAll(".view")) {
    if (!(view instanceof HTMLElement)) continue;
    if (view.dataset.view === name) view.removeAttribute("hidden");
    else view.setAttribute("hidden", "until-found");
  }
  for (const link of document.querySelectorAll(".toc-item a")) {
    const heading = findElement(/** @type {HTMLAnchorElement} */ (link).hash);
    const item = link.closest("li");
    if (item) item.hidden = !!heading?.closest(".view[hidden]");
  }
}

function revealTarget() {
  const target = findElement(location.hash);
  const view = target?.closest(".view[hidden]");
  if (!(view instanceof HTMLElement)) return;
  show(view.dataset.view ?? "");
  target?.scrollIntoView();
}

document.addEventListener("click", (event) => {
  const button = findTarget(event, "button.view-choice");
  if (!button) return;
  const name = button.dataset.view ?? "";
  show(name);
  remember("localStorage", KEY, name);
});
document.addEventListener("beforematch", (event) => {
  const view = findTarget(event, ".view");
  if (view) show(view.dataset.view ?? "");
});
addEventListener("hashchange", revealTarget);

const first = findChoices()[0]?.dataset.view ?? "";
show(first);
const choice = recall("localStorage", KEY);
if (typeof choice === "string") show(choice);
revealTarget();
