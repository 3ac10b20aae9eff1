// What keeps a request from being sent as documented, with a way to each field.
import { makeButton, make } from "./make.js";
import { say } from "../shared/say.js";

const MOST = 12;

/** @param {import("./types.js").Missing[]} fields @param {HTMLElement} title @param {HTMLElement} list */
export function showMissing(fields, title, list) {
  title.textContent = fields.length === 1 ? say("One field needs a look") : `${fields.length} fields need a look`;
  list.replaceChildren(...fields.slice(0, MOST).map((field) => makeItem(field, title)));
  if (fields[0]) showAbove(fields[0], title);
}

/** Leads to a field. The list, which stands over the page, must not cover it.
 * @param {import("./types.js").Missing} missing @param {HTMLElement} title */
function showAbove({ show }, title) {
  show();
  const field = document.activeElement;
  if (field && field.getBoundingClientRect().bottom > title.getBoundingClientRect().top) field.scrollIntoView({ block: "center" });
}

/** @param {import("./types.js").Missing} missing @param {HTMLElement} title */
function makeItem(missing, title) {
  const { name, message, sendEmpty } = missing;
  const empty = sendEmpty && makeButton(say("Send it empty"), (element) => {
    sendEmpty();
    element.closest("li")?.remove();
  }, { class: "missing-field missing-empty", "aria-label": `Send it empty: ${name}` });
  return make("li", {}, makeButton(name, () => showAbove(missing, title), { class: "missing-field" }), ` ${message}`, empty);
}
