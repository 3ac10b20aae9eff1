// What keeps a request from being sent as documented, with a way to each field.
import { button, make } from "./make.js";

const MOST = 12;

/** @param {import("./types.js").Missing[]} found @param {HTMLElement} title @param {HTMLElement} list */
export function showMissing(found, title, list) {
  title.textContent = found.length === 1 ? "One field needs a look" : `${found.length} fields need a look`;
  list.replaceChildren(...found.slice(0, MOST).map(makeItem));
  found[0]?.show();
}

/** @param {import("./types.js").Missing} missing */
function makeItem({ name, message, show, sendEmpty }) {
  const empty = sendEmpty && button("Send it empty", (made) => {
    sendEmpty();
    made.closest("li")?.remove();
  }, { class: "missing-field missing-empty", "aria-label": `Send ${name} empty` });
  return make("li", {}, button(name, show, { class: "missing-field" }), ` ${message}`, empty);
}
