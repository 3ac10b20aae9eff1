// Parts with only one visible, chosen by tabs or from a list. Groups of one kind change together.
import { moveByKey, steady } from "../components/chosen-titles.js";
import { findTarget } from "../shared/find-target.js";

/** @param {Element} group @returns {HTMLElement[]} */
function findPanels(group) {
  return /** @type {HTMLElement[]} */ ([...group.querySelectorAll(":scope > .switch-panel")]);
}

/** Shows a panel in its own group. @param {HTMLElement} panel */
function turnTo(panel) {
  const group = panel.parentElement;
  if (!group) return;
  const panels = findPanels(group);
  for (const other of panels) {
    if (other === panel) other.removeAttribute("hidden");
    else other.setAttribute("hidden", "until-found");
  }
  const bar = group.querySelector(":scope > .switch-bar");
  for (const tab of bar?.querySelectorAll(".switch-tab") ?? []) {
    const isShown = tab.getAttribute("aria-controls") === panel.id;
    tab.setAttribute("aria-selected", String(isShown));
    /** @type {HTMLElement} */ (tab).tabIndex = isShown ? 0 : -1;
  }
  const choice = bar?.querySelector(".switch-choice");
  if (choice instanceof HTMLSelectElement) choice.selectedIndex = panels.indexOf(panel);
}

/** Shows a panel, and its namesakes in the groups that keep in step. @param {HTMLElement} panel */
export function show(panel) {
  turnTo(panel);
  const kind = panel.parentElement?.dataset.step;
  if (!kind) return;
  for (const group of document.querySelectorAll(`.switch[data-step="${kind}"]`)) {
    const twin = findPanels(group).find((other) => other.dataset.title === panel.dataset.title);
    if (twin && group !== panel.parentElement) turnTo(twin);
  }
}

/** Shows a panel as the reader's choice. @param {Element} control @param {HTMLElement | null | undefined} panel */
function choose(control, panel) {
  if (panel) steady(control, () => show(panel));
}

document.addEventListener("click", (event) => {
  const tab = findTarget(event, ".switch-tab");
  if (tab) choose(tab, document.getElementById(tab.getAttribute("aria-controls") ?? ""));
});

document.addEventListener("change", (event) => {
  const choice = findTarget(event, ".switch-choice");
  const group = choice?.closest(".switch");
  if (choice instanceof HTMLSelectElement && group) choose(choice, findPanels(group)[choice.selectedIndex]);
});

document.addEventListener("keydown", (event) => {
  const tab = findTarget(event, ".switch-tab");
  if (tab) moveByKey(event, tab, /** @type {HTMLElement[]} */ ([...(tab.parentElement?.children ?? [])]));
});

// The browser found something in a panel.
document.addEventListener("beforematch", (event) => {
  const panel = findTarget(event, ".switch-panel");
  if (panel) turnTo(panel);
});
