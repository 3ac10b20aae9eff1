// Puts back what a heavy page has folded of a request: the form needs all that can be filled in.
import { load } from "./fields.js";

const FOLDED = ".api-section:not([data-side='response']) details[data-folded]:not(.callback *)";

/** @param {Element} page */
export async function unfold(page) {
  for (;;) {
    const details = page.querySelector(FOLDED);
    if (!details || !(await load(details))) return;
    const parts = [...(details.lastElementChild?.childNodes ?? [])];
    const { parentElement } = details;
    if (parentElement?.matches(".switch")) takeTurns(parentElement, details);
    else details.replaceWith(...parts);
  }
}

/** Makes parts below their titles some that take turns again. @param {Element} group @param {Element} details */
function takeTurns(group, details) {
  const choice = group.querySelector(":scope > .switch-bar > .switch-choice");
  for (const panel of details.querySelectorAll(":scope > .expandable-content > .switch-panel")) {
    const title = panel.previousElementSibling?.textContent ?? "";
    choice?.append(new Option(title));
    panel.setAttribute("data-title", title);
    panel.setAttribute("hidden", "until-found");
    group.append(panel);
  }
  details.remove();
}
