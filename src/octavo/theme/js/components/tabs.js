// Tabs: click and keys choose a panel, tabs with the same title follow, the choice is remembered,
// and links into a panel open it.
import { findTarget } from "../shared/find-target.js";
import { followPages, keepChoice, moveByKey, recallTitles, steady } from "./chosen-titles.js";
import { findElement } from "./target.js";

/** @param {Element} group @returns {HTMLElement[]} */
function findTabs(group) {
  const list = group.querySelector(":scope > [role=tablist]");
  return /** @type {HTMLElement[]} */ ([...(list?.querySelectorAll("[role=tab]") ?? [])]);
}

/** @param {Element} tab */
function findPanel(tab) {
  return document.getElementById(tab.getAttribute("aria-controls") ?? "");
}

/** @param {Element} tab */
function readName(tab) {
  return findPanel(tab)?.dataset.title ?? "";
}

/** Shows the panel of a tab in its own group. @param {HTMLElement} tab */
function show(tab) {
  const group = tab.closest(".tabs");
  if (!group) return;
  for (const other of findTabs(group)) {
    const isShown = other === tab;
    other.setAttribute("aria-selected", String(isShown));
    other.tabIndex = isShown ? 0 : -1;
    const panel = findPanel(other);
    if (isShown) {
      panel?.removeAttribute("hidden");
      panel?.setAttribute("tabindex", "0");
    } else {
      panel?.setAttribute("hidden", "until-found");
      panel?.removeAttribute("tabindex");
    }
  }
}

/** Shows a panel as the reader's choice: everywhere on the page, and on the next one.
 * @param {HTMLElement} tab */
function choose(tab) {
  const isAlone = !!tab.closest(".tabs[data-alone]");
  steady(tab, () => {
    show(tab);
    if (!isAlone) followAll([readName(tab)], tab);
  });
  if (!isAlone) keepChoice(readName(tab));
}

/** Shows the first of some titles that a group has. @param {Element} group @param {string[]} names @param {HTMLElement} [chosen] */
function follow(group, names, chosen) {
  const tabs = findTabs(group);
  if (chosen && tabs.includes(chosen)) return;
  for (const name of names) {
    const tab = tabs.find((other) => readName(other) === name);
    if (tab) return show(tab);
  }
}

/** @param {string[]} names @param {HTMLElement} [chosen] */
function followAll(names, chosen) {
  for (const group of document.querySelectorAll(".tabs:not([data-alone])")) follow(group, names, chosen);
}

/** Shows the panels around an element. @param {Element | null} element */
function reveal(element) {
  for (let panel = element?.closest("[role=tabpanel]"); panel; panel = panel.parentElement?.closest("[role=tabpanel]")) {
    const tab = document.getElementById(panel.getAttribute("aria-labelledby") ?? "");
    if (tab?.closest(".tabs")) show(tab);
  }
}

function revealTarget() {
  const target = findElement(location.hash);
  if (!target?.closest(".tabs [role=tabpanel]")) return;
  reveal(target);
  target.scrollIntoView();
}

document.addEventListener("click", (event) => {
  const tab = findTarget(event, ".tabs > .tab-list > [role=tab]");
  if (!tab) return;
  choose(tab);
  history.replaceState(history.state, "", `#${tab.getAttribute("aria-controls")}`);
});

document.addEventListener("keydown", (event) => {
  const tab = findTarget(event, ".tabs > .tab-list > [role=tab]");
  const group = tab?.closest(".tabs");
  if (tab && group) moveByKey(event, tab, findTabs(group));
});

// The browser found something in a panel, or jumps into one.
document.addEventListener("beforematch", (event) => {
  if (event.target instanceof Element) reveal(event.target);
});
addEventListener("hashchange", revealTarget);

followAll(recallTitles());
followPages(() => followAll(recallTitles()));
revealTarget();
