// What keeps a request from being sent as documented, with a way to each field.
import { makeButton, make } from "./make.js";
import { say } from "../shared/say.js";

const MOST = 12;

/** @param {import("./types.js").Missing[]} fields @param {HTMLElement} title @param {HTMLElement} list */
export function showMissing(fields, title, list) {
  title.textContent = fields.length === 1 ? say("One field needs a look") : `${fields.length} fields need a look`;
  list.replaceChildren(...fields.slice(0, MOST).map(makeItem));
  fields[0]?.show();
}

/** @param {import("./types.js").Missing} missing */
function makeItem({ name, message, show, sendEmpty }) {
  const empty = sendEmpty && makeButton(say("Send it empty"), (element) => {
    sendEmpty();
    element.closest("li")?.remove();
  }, { class: "missing-field missing-empty", "aria-label": `Send it empty: ${name}` });
  return make("li", {}, makeButton(name, show, { class: "missing-field" }), ` ${message}`, empty);
}
