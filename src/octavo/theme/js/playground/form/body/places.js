// Where a body is described that comes in several media types, or on a page that its author wrote.
import { make } from "../../make.js";
import { show } from "../../../api/switch.js";

/** @typedef {import("./body-form.js").Place} Place */

/** @param {HTMLElement} page @returns {Place} */
export function findPlace(page) {
  const head = page.querySelector(".api-section > .switch > .switch-bar:has(> #body)");
  const section = head?.closest("section");
  if (!head || !section) return findWrittenPlace(page);
  const panels = /** @type {HTMLElement[]} */ ([...section.querySelectorAll(":scope > .switch > .switch-panel")]);
  const findPanel = (/** @type {string} */ name) => panels.find((panel) => listNames(panel).includes(name));
  return {
    section,
    head,
    findHolder: (name) => findPanel(name) ?? section,
    isShown: (name) => !findPanel(name)?.hasAttribute("hidden"),
    turn: (name) => {
      const panel = findPanel(name);
      if (panel?.hasAttribute("hidden")) show(panel);
    },
    onTurn: (listener) => {
      const observer = new MutationObserver(() => {
        const current = panels.find((panel) => !panel.hasAttribute("hidden"));
        if (current) listener(listNames(current)[0] ?? "");
      });
      for (const panel of panels) observer.observe(panel, { attributeFilter: ["hidden"] });
    },
  };
}

/** @param {HTMLElement} panel Of media types that have the same fields. */
function listNames(panel) {
  return (panel.dataset.title ?? "").split(", ");
}

/** A page that its author wrote may have the fields of the body in several places. @param {HTMLElement} page @returns {Place} */
function findWrittenPlace(page) {
  const rows = [...page.querySelectorAll(".field")].filter((row) => (
    [...row.querySelectorAll(":scope > .field-head .field-pill")].some((pill) => pill.textContent === "body")));
  const head = make("div", { class: "body-head" });
  if (rows[0]) rows[0].before(head);
  else page.append(head);
  return { section: page, head, findHolder: () => page, isShown: () => true, turn: () => {}, onTurn: () => {} };
}
