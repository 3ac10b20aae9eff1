// Headers and query parameters that readers add by themselves: the document does not tell of them.
import { siteData } from "../../shared/site-data.js";
import { makeButton, make, makeId } from "../make.js";
import { FORBIDDEN_HEADERS } from "../send/forbidden-headers.js";
import { isUsual } from "../send/sent-headers.js";
import { say } from "../../shared/say.js";

/** @typedef {import("../types.js").PlaygroundData} PlaygroundData */
/** @typedef {{place: HTMLSelectElement, name: HTMLInputElement, value: HTMLInputElement, hint: HTMLElement, element: HTMLElement}} Row */

const TOKEN = /^[\w!#$%&'*+\-.^`|~]+$/;
const SECRET_NAME = /auth|cookie|key|password|secret|session|token/i;
const SECRET_VALUE = /^(?:basic|bearer|digest|token) /i;

/** Whether a header or parameter may be a credential: such are neither shown in samples nor kept.
 * @param {string} name @param {string} value */
export function isSecret(name, value) {
  return SECRET_NAME.test(name) || SECRET_VALUE.test(value);
}

/**
 * What readers added, and what shows it.
 * @typedef {object} State
 * @property {HTMLElement} root
 * @property {PlaygroundData} data Gets what is added.
 * @property {import("../../request/types.js").Parameter[]} documented
 * @property {Set<string>} keys Of those.
 * @property {() => void} tellChange
 * @property {Row[]} rows
 * @property {HTMLElement} list Of the rows.
 */

/** @param {HTMLElement} root @param {PlaygroundData} data Gets what is added. @param {() => void} tellChange
 * @returns {import("../types.js").Extras} */
export function createExtras(root, data, tellChange) {
  const documented = data.request.parameters;
  const list = make("div", { class: "extras", role: "group", "aria-label": say("Added headers and parameters") });
  root.prepend(list);
  /** @type {State} */
  const state = { root, data, documented, keys: new Set(documented.map((each) => makeKey(each.in, each.name))), tellChange, rows: [], list };
  return {
    add: () => add(state).name.focus(),
    readValues: (masked) => Object.fromEntries(listSent(state).map(({ place, name, value }) => (
      [`${place.value}:${name.value}`, masked && value.value && isSecret(name.value, value.value) ? "<secret>" : value.value]))),
    find: (fields) => {
      for (const row of state.rows) {
        const trouble = findTrouble(state, row);
        if (trouble) fields.push({ name: row.name.value || say("Added"), message: say("needs attention: {trouble}", { trouble }), show: () => row.name.focus() });
      }
    },
    reset: () => restore(state, []),
    keep: () => listSent(state).filter(mayBeKept).map(({ place, name, value }) => (
      { in: /** @type {"query" | "header"} */ (place.value), name: name.value, value: value.value })),
    listSecrets: () => listSent(state).filter((row) => !mayBeKept(row)).map(({ name }) => name.value),
    restore: (entries) => restore(state, entries),
  };
}

/** @param {State} state */
function refresh(state) {
  for (const row of state.rows) {
    const trouble = findTrouble(state, row);
    row.hint.textContent = trouble || describeLoss(row);
    row.element.classList.toggle("is-wrong", Boolean(trouble));
    if (trouble) row.name.setAttribute("aria-invalid", "true");
    else row.name.removeAttribute("aria-invalid");
  }
  state.data.request.parameters = [...state.documented, ...listSent(state).map(({ place, name }) => ({
    name: name.value, in: /** @type {"query" | "header"} */ (place.value), required: false, explode: false,
    style: place.value === "query" ? /** @type {const} */ ("form") : /** @type {const} */ ("simple"),
  }))];
  state.tellChange();
}

/** @param {State} state @param {Row} row */
function findTrouble({ rows, keys }, row) {
  const name = row.name.value;
  if (!name) return row.value.value ? say("The name is missing") : "";
  if (row.place.value === "header" && !TOKEN.test(name)) return say("This is no name of a header");
  const key = makeKey(row.place.value, name);
  const isTwice = rows.some((other) => other !== row && other.name.value && makeKey(other.place.value, other.name.value) === key);
  return isTwice ? say("This name is there twice") : keys.has(key) ? say("The form above has a field of this name") : "";
}

/** @param {State} state */
function listSent(state) {
  return state.rows.filter((row) => row.name.value && !findTrouble(state, row));
}

/** @param {Row} row */
function mayBeKept({ name, value }) {
  return !isSecret(name.value, value.value);
}

/** @param {State} state */
function add(state) {
  const row = makeRow(() => remove(state, row));
  state.rows.push(row);
  numberRows(state);
  state.list.append(row.element);
  for (const part of [row.place, row.name, row.value]) part.addEventListener("input", () => refresh(state));
  return row;
}

/** @param {() => void} removes @returns {Row} */
function makeRow(removes) {
  const id = makeId("extra");
  const place = make("select", { class: "slot-input", "aria-label": say("Kind") },
    make("option", { value: "query" }, say("Query")), make("option", { value: "header" }, say("Header")));
  const text = { type: "text", class: "slot-input", autocomplete: "off", autocapitalize: "off", spellcheck: "false" };
  const name = make("input", { ...text, "aria-label": say("Name"), placeholder: say("Name"), "aria-describedby": id });
  const value = make("input", { ...text, "aria-label": say("Value"), placeholder: say("Value") });
  const hint = make("p", { class: "extra-hint", id });
  const element = make("div", { class: "extra", role: "group" }, place, name, value,
    makeButton(say("Remove"), removes, { class: "slot-button" }), hint);
  return { place, name, value, hint, element };
}

/** @param {State} state @param {import("../types.js").Added[]} entries */
function restore(state, entries) {
  for (const { element } of state.rows.splice(0)) element.remove();
  // What this operation has a field for is filled in there.
  for (const entry of entries.filter((each) => !state.keys.has(makeKey(each.in, each.name)))) {
    const row = add(state);
    row.place.value = entry.in;
    row.name.value = entry.name;
    row.value.value = entry.value;
  }
  refresh(state);
}

/** @param {State} state @param {Row} row */
function remove(state, row) {
  const { rows, root } = state;
  const at = rows.indexOf(row);
  rows.splice(at, 1);
  row.element.remove();
  numberRows(state);
  const next = rows[Math.min(at, rows.length - 1)]?.name ?? root.querySelector("button");
  if (next instanceof HTMLElement) next.focus();
  refresh(state);
}

/** @param {State} state */
function numberRows({ rows }) {
  for (const [at, { element }] of rows.entries()) element.setAttribute("aria-label", say("Added, {number}", { number: at + 1 }));
}

/** Names of headers are the same in small letters. @param {string} place @param {string} name */
function makeKey(place, name) {
  return `${place}:${place === "header" ? name.toLowerCase() : name}`;
}

/** What will not arrive. @param {Row} row */
function describeLoss({ place, name }) {
  if (place.value !== "header" || !name.value) return "";
  if (FORBIDDEN_HEADERS.test(name.value)) {
    return siteData.proxy ? say("The proxy never sends this header: use curl.") : say("Browsers do not let pages send this header: use curl.");
  }
  return siteData.proxy && !isUsual(name.value)
    ? say("The proxy sends this header only if it is documented.") : "";
}
