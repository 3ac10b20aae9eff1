// Code blocks: copying, expanding, and the tabs of groups. Groups with a tab of the same title
// follow each other, and the choice is remembered, for tabs with text as well.
import { announce } from "../announce.js";
import { track } from "../events.js";
import { recall, remember } from "../storage.js";

const KEY = "octavo-tabs";
const MOST = 20;

/** @param {Event} event @param {string} selector */
function find(event, selector) {
  const found = event.target instanceof Element ? event.target.closest(selector) : null;
  return found instanceof HTMLElement ? found : null;
}

document.addEventListener("click", (event) => {
  const copyButton = find(event, ".code-copy");
  const expandButton = find(event, ".code-expand");
  const tab = find(event, ".code-tab");
  if (copyButton) copy(copyButton);
  if (expandButton) expand(expandButton);
  if (tab) choose(tab, panelOf(tab));
});

/** @param {HTMLElement} button */
async function copy(button) {
  const group = button.closest(".code-group");
  const code = (group?.querySelector(".code-block:not([hidden])") ?? button.closest(".code-block"))?.querySelector("code");
  if (!code) return;
  try {
    await navigator.clipboard.writeText(textOf(code));
  } catch {
    announce("Copying is not allowed here");
    return;
  }
  announce("Copied");
  track("docs.code_block.copy", { language: code.closest(".code-block")?.getAttribute("data-language") ?? "" });
  button.dataset.copied = "";
  setTimeout(() => delete button.dataset.copied, 2000);
}

/** The code that a reader can use: without prompts and answers, and without removed lines.
 * @param {Element} code */
function textOf(code) {
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
  button.textContent = isExpanded ? "Collapse" : "Expand";
  if (!isExpanded) block?.scrollIntoView({ block: "nearest" });
}

// groups

/** @param {Element} group @returns {HTMLElement[]} */
function panelsOf(group) {
  return /** @type {HTMLElement[]} */ ([...group.querySelectorAll(":scope > .code-block")]);
}

/** @param {Element} tab */
function panelOf(tab) {
  return document.getElementById(tab.getAttribute("aria-controls") ?? "");
}

/** Shows one panel of a group. @param {HTMLElement} panel */
function show(panel) {
  const group = panel.closest(".code-group");
  if (!group) return;
  const panels = panelsOf(group);
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
  const before = control.getBoundingClientRect().top;
  const name = panel.dataset.title ?? "";
  const own = panel.closest(".code-group");
  show(panel);
  for (const group of document.querySelectorAll(".code-group")) if (group !== own) follow(group, [name]);
  const known = recall("localStorage", KEY);
  const others = Array.isArray(known) ? known.filter((other) => other !== name) : [];
  remember("localStorage", KEY, [name, ...others].slice(0, MOST));
  // What changed above must not push away what the reader looks at.
  scrollBy({ top: control.getBoundingClientRect().top - before, behavior: "instant" });
}

/** Shows the first of some titles that a group has. @param {Element} group @param {string[]} names */
function follow(group, names) {
  const panels = panelsOf(group);
  for (const name of names) {
    const panel = panels.find((other) => other.dataset.title === name);
    if (panel) return show(panel);
  }
}

document.addEventListener("change", (event) => {
  const select = find(event, ".code-choice");
  const group = select?.closest(".code-group");
  if (select instanceof HTMLSelectElement && group) choose(select, panelsOf(group)[select.selectedIndex]);
});

document.addEventListener("keydown", (event) => {
  const tab = find(event, ".code-tab");
  if (!tab || event.ctrlKey || event.metaKey || event.altKey) return;
  const tabs = /** @type {HTMLElement[]} */ ([...(tab.parentElement?.children ?? [])]);
  const next = step(event.key, tabs.indexOf(tab), tabs.length, getComputedStyle(tab).direction === "rtl");
  const target = next === undefined ? undefined : tabs[next];
  if (!target) return;
  event.preventDefault();
  target.focus();
  target.click();
});

/** @param {string} key @param {number} at @param {number} count @param {boolean} rightToLeft */
function step(key, at, count, rightToLeft) {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key === (rightToLeft ? "ArrowLeft" : "ArrowRight")) return (at + 1) % count;
  if (key === (rightToLeft ? "ArrowRight" : "ArrowLeft")) return (at - 1 + count) % count;
  return undefined;
}

// The browser found something in a panel.
document.addEventListener("beforematch", (event) => {
  const panel = find(event, ".code-group > .code-block");
  if (panel) show(panel);
});

const known = recall("localStorage", KEY);
if (Array.isArray(known)) {
  for (const group of document.querySelectorAll(".code-group")) follow(group, known);
}

// Code that scrolls can be reached with the keyboard; code that fits is no stop on the way.

const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) offerScrolling(/** @type {HTMLElement} */ (target));
});
observeAll();
document.addEventListener("octavo:patched", observeAll);

function observeAll() {
  for (const pre of document.querySelectorAll(".code-block pre")) sizes.observe(pre);
}

/** @param {HTMLElement} pre */
function offerScrolling(pre) {
  const scrolls = pre.scrollWidth > pre.clientWidth || pre.scrollHeight > pre.clientHeight;
  if (!scrolls) {
    for (const name of ["tabindex", "role", "aria-label"]) pre.removeAttribute(name);
    return;
  }
  const block = /** @type {HTMLElement | null} */ (pre.closest(".code-block"));
  const title = block?.dataset.title ?? block?.querySelector(".code-block-title")?.textContent;
  pre.tabIndex = 0;
  pre.setAttribute("role", "group");
  pre.setAttribute("aria-label", title ? `Code: ${title}` : "Code");
}
