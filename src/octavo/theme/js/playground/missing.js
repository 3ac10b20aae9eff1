// What keeps a request from being sent as documented, with a way to each field.
import { makeButton, make, makeId } from "./make.js";
import { say } from "../shared/say.js";

const MOST = 12;

/** The messages next to fields, with functions that remove them. @type {Map<Element, () => void>} */
const marks = new Map();

/** @param {() => import("./types.js").Missing[]} find @param {HTMLElement} title @param {HTMLElement} list
 * @returns {() => void} Takes away what is said beside fields that are no longer missing. */
export function showMissing(find, title, list) {
  const fields = find();
  title.textContent = fields.length === 1 ? say("1 field needs attention") : say("{count} fields need attention", { count: fields.length });
  list.replaceChildren(...fields.slice(0, MOST).map((field) => makeItem(field, title)));
  for (const { box, message } of fields) if (box && !marks.has(box)) marks.set(box, markBox(box, message));
  if (fields[0]) showAbove(fields[0], title);
  // The field that loses the focus may tell that it has changed, which hides the list.
  if (list.parentElement) list.parentElement.hidden = false;
  return () => {
    const boxes = marks.size ? find().map(({ box }) => box) : [];
    for (const [box, clear] of marks) if (!boxes.includes(box)) clear();
  };
}

/** Says beside a field what it lacks. @param {Element} box @param {string} message */
function markBox(box, message) {
  const about = box.getAttribute("aria-describedby") ?? "";
  const error = make("p", { class: "slot-error", id: makeId("missing") }, say("This {trouble}", { trouble: message }));
  const line = box.closest(".slot-line");
  if (line) line.after(error);
  else box.closest(".play-field")?.append(error);
  box.setAttribute("aria-describedby", `${error.id} ${about}`);
  box.setAttribute("aria-invalid", "true");
  return () => {
    marks.delete(box);
    error.remove();
    box.setAttribute("aria-describedby", about);
    // What is filled in may be wrong in another way.
    if (!box.closest(".slot")?.matches(".is-wrong")) box.removeAttribute("aria-invalid");
  };
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
  }, { class: "missing-field missing-empty", "aria-label": say("Send it empty: {name}", { name }) });
  return make("li", {}, makeButton(name, () => showAbove(missing, title), { class: "missing-field" }), ` ${message}`, empty);
}
