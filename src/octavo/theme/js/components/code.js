// Code blocks: copying, expanding, wrapping, and the tabs of groups. Groups with a tab of the same
// title follow each other, and the choice is remembered, for tabs with text as well.
import { copyText } from "../shared/copy-text.js";
import { findTarget } from "../shared/find-target.js";
import { track } from "../services/events.js";
import { recall, remember } from "../shared/storage.js";
import { followPages, keepChoice, moveByKey, recallTitles, steady } from "./chosen-titles.js";
import { say } from "../shared/say.js";

const WRAP = "octavo-wrap";

document.addEventListener("click", (event) => {
  const copyButton = findTarget(event, ".code-copy");
  const expandButton = findTarget(event, ".code-expand");
  const tab = findTarget(event, ".code-tab");
  const wrapButton = findTarget(event, ".code-wrap");
  if (copyButton) copy(copyButton);
  if (expandButton) expand(expandButton);
  if (wrapButton) toggleWrap(wrapButton);
  if (tab) choose(tab, findPanel(tab));
});

/** @param {HTMLElement} button */
async function copy(button) {
  const group = button.closest(".code-group");
  const code = (group?.querySelector(".code-block:not([hidden])") ?? button.closest(".code-block"))?.querySelector("code");
  if (!code) return;
  // Of long code only the beginning may be on the page.
  const more = code.closest(".code-block")?.querySelector("a.example-more");
  const text = more instanceof HTMLAnchorElement ? fetch(more.href).then((answer) => answer.text()) : readCode(code);
  if (!(await copyText(text, button))) return;
  track("docs.code_block.copy", { language: code.closest(".code-block")?.getAttribute("data-language") ?? "" });
}

/** The code that a reader can use: without prompts and answers, and without removed lines.
 * @param {Element} code */
function readCode(code) {
  const whole = code.textContent ?? "";
  const part = /** @type {Element} */ (code.cloneNode(true));
  for (const element of part.querySelectorAll(".p, .o, .line.cut")) {
    const next = element.nextSibling;
    if (!element.matches(".p") && next instanceof Text) next.data = next.data.replace(/^\n/, "");
    element.remove();
  }
  return part.textContent?.replace(/\n+$/, "") || whole;
}

/** @param {HTMLElement} button */
function expand(button) {
  const block = button.closest(".code-block");
  const isExpanded = block?.classList.toggle("is-expanded") ?? false;
  button.setAttribute("aria-expanded", String(isExpanded));
  button.textContent = say(isExpanded ? "Collapse" : "Expand");
  if (!isExpanded) block?.scrollIntoView({ block: "nearest" });
}

// groups

/** @param {Element} group @returns {HTMLElement[]} */
function findPanels(group) {
  return /** @type {HTMLElement[]} */ ([...group.querySelectorAll(":scope > .code-block")]);
}

/** @param {Element} tab */
function findPanel(tab) {
  return document.getElementById(tab.getAttribute("aria-controls") ?? "");
}

/** Shows one panel of a group. @param {HTMLElement} panel */
function show(panel) {
  const group = panel.closest(".code-group");
  if (!group) return;
  const panels = findPanels(group);
  for (const other of panels) {
    if (other === panel) other.removeAttribute("hidden");
    else other.setAttribute("hidden", "until-found");
  }
  for (const tab of group.querySelectorAll(".code-tab")) {
    const isShown = tab.getAttribute("aria-controls") === panel.id;
    tab.setAttribute("aria-selected", String(isShown));
    /** @type {HTMLElement} */ (tab).tabIndex = isShown ? 0 : -1;
  }
  const select = group.querySelector(".code-choice");
  if (select instanceof HTMLSelectElement) select.selectedIndex = panels.indexOf(panel);
}

/** Shows a panel as the reader's choice: everywhere on the page, and on the next one.
 * @param {HTMLElement} control @param {HTMLElement | null | undefined} panel */
function choose(control, panel) {
  if (!panel) return;
  const name = panel.dataset.title ?? "";
  const own = panel.closest(".code-group");
  steady(control, () => {
    show(panel);
    for (const group of document.querySelectorAll(".code-group")) if (group !== own) follow(group, [name]);
  });
  keepChoice(name);
}

/** Shows the first of some titles that a group has. @param {Element} group @param {string[]} names */
function follow(group, names) {
  const panels = findPanels(group);
  for (const name of names) {
    const named = panels.filter((panel) => panel.dataset.title === name);
    const panel = named.find((panel) => !panel.hidden) ?? named[0];
    if (panel) return show(panel);
  }
}

document.addEventListener("change", (event) => {
  const select = findTarget(event, ".code-choice");
  const group = select?.closest(".code-group");
  if (select instanceof HTMLSelectElement && group) choose(select, findPanels(group)[select.selectedIndex]);
});

document.addEventListener("keydown", (event) => {
  const tab = findTarget(event, ".code-tab");
  if (tab) moveByKey(event, tab, /** @type {HTMLElement[]} */ ([...(tab.parentElement?.children ?? [])]));
});

// The browser found something in a panel.
document.addEventListener("beforematch", (event) => {
  const panel = findTarget(event, ".code-group > .code-block");
  if (panel) show(panel);
});

const followAll = () => {
  const names = recallTitles();
  for (const group of document.querySelectorAll(".code-group")) follow(group, names);
};
followAll();
followPages(followAll);

// Code that is wider than its card scrolls with the keyboard too, or its lines are wrapped: one
// choice for the whole site. Code that fits is no stop on the way, and has no button.

const { classList } = document.documentElement;
const wraps = () => classList.contains("wraps-code");

const sizes = new ResizeObserver((entries) => {
  // All are measured before anything is changed, so that the browser lays the page out once.
  const measures = entries.map(({ target }) => ({ pre: target, isWide: isWide(target), scrolls: scrolls(target) }));
  for (const { pre, isWide, scrolls } of measures) {
    offerScrolling(/** @type {HTMLElement} */ (pre), scrolls);
    offerWrapping(pre.closest(".code-block"), isWide);
  }
});

/** Has all code measured, again if need be. */
function measure() {
  sizes.disconnect();
  for (const pre of document.querySelectorAll(".code-block pre")) sizes.observe(pre);
}

/** @param {Element} pre */
function scrolls(pre) {
  return pre.scrollWidth > pre.clientWidth || pre.scrollHeight > pre.clientHeight;
}

/** Tells whether a line is longer than the card, unless its author wants it wrapped. @param {Element} pre */
function isWide(pre) {
  if (pre.closest(".is-wrapped")) return false;
  if (!wraps()) return pre.scrollWidth > pre.clientWidth;
  const { paddingBlockStart, paddingBlockEnd, lineHeight } = getComputedStyle(pre);
  const height = pre.scrollHeight - parseFloat(paddingBlockStart) - parseFloat(paddingBlockEnd);
  const lines = (pre.textContent ?? "").trimEnd().split("\n").length;
  return height > (lines + 0.5) * parseFloat(lineHeight);
}

/** @param {HTMLElement} pre @param {boolean} isWanted */
function offerScrolling(pre, isWanted) {
  if (!isWanted) {
    for (const name of ["tabindex", "role", "aria-label"]) pre.removeAttribute(name);
    return;
  }
  const block = /** @type {HTMLElement | null} */ (pre.closest(".code-block"));
  const title = block?.dataset.title ?? block?.querySelector(".code-block-title")?.textContent;
  pre.tabIndex = 0;
  pre.setAttribute("role", "group");
  pre.setAttribute("aria-label", title ? `${say("Code")}: ${title}` : say("Code"));
}

/** @param {Element | null} block @param {boolean} isWanted */
function offerWrapping(block, isWanted) {
  let button = block?.querySelector(".code-wrap");
  if (!isWanted) button?.remove();
  else if (!button) {
    button = document.createElement("button");
    button.className = "code-wrap";
    button.setAttribute("type", "button");
    button.setAttribute("aria-label", say("Wrap long lines"));
    block?.append(button);
  }
  button?.setAttribute("aria-pressed", String(wraps()));
}

/** @param {boolean} isWanted */
function wrap(isWanted) {
  classList.toggle("wraps-code", isWanted);
  measure();
}

/** @param {HTMLElement} button */
function toggleWrap(button) {
  const isWanted = !wraps();
  remember("localStorage", WRAP, isWanted || null);
  steady(button, () => wrap(isWanted));
}

const wrapAsChosen = () => wrap(recall("localStorage", WRAP) === true);
wrapAsChosen();
followPages(wrapAsChosen, WRAP);
document.addEventListener("octavo:patched", measure);
