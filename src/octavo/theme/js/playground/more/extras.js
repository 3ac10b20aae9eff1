// Headers and query parameters that readers add by themselves: the document does not tell of them.
import { siteData } from "../../shared/site-data.js";
import { button, make, newId } from "../make.js";
import { FORBIDDEN_HEADERS } from "../send/forbidden-headers.js";

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

/** @param {HTMLElement} root @param {PlaygroundData} data Gets what is added. @param {() => void} changed
 * @returns {import("../types.js").Extras} */
export function createExtras(root, data, changed) {
  const documented = data.request.parameters;
  const keys = new Set(documented.map((each) => keyOf(each.in, each.name)));
  /** @type {Row[]} */
  const rows = [];
  const list = make("div", { class: "extras", role: "group", "aria-label": "Added headers and parameters" });
  root.prepend(list);

  function refresh() {
    for (const row of rows) {
      const trouble = troubleOf(row);
      row.hint.textContent = trouble || hintOf(row);
      row.element.classList.toggle("is-wrong", Boolean(trouble));
      if (trouble) row.name.setAttribute("aria-invalid", "true");
      else row.name.removeAttribute("aria-invalid");
    }
    data.request.parameters = [...documented, ...sent().map(({ place, name }) => ({
      name: name.value, in: /** @type {"query" | "header"} */ (place.value), required: false, explode: false,
      style: place.value === "query" ? /** @type {const} */ ("form") : /** @type {const} */ ("simple"),
    }))];
    changed();
  }

  /** @param {Row} row */
  function troubleOf(row) {
    const name = row.name.value;
    if (!name) return row.value.value ? "The name is missing" : "";
    if (row.place.value === "header" && !TOKEN.test(name)) return "This is no name of a header";
    const key = keyOf(row.place.value, name);
    const isTwice = rows.some((other) => other !== row && other.name.value && keyOf(other.place.value, other.name.value) === key);
    return isTwice ? "This name is there twice" : keys.has(key) ? "The form above has a field of this name" : "";
  }

  const sent = () => rows.filter((row) => row.name.value && !troubleOf(row));
  const isKept = (/** @type {Row} */ { name, value }) => !isSecret(name.value, value.value);

  /** @param {import("../types.js").Added} [entry] */
  function add(entry) {
    const id = newId("extra");
    const place = make("select", { class: "slot-input", "aria-label": "Kind" },
      make("option", { value: "query" }, "Query"), make("option", { value: "header" }, "Header"));
    const text = { type: "text", class: "slot-input", autocomplete: "off", autocapitalize: "off", spellcheck: "false" };
    const name = make("input", { ...text, "aria-label": "Name", placeholder: "Name", "aria-describedby": id });
    const value = make("input", { ...text, "aria-label": "Value", placeholder: "Value" });
    const hint = make("p", { class: "extra-hint", id });
    const element = make("div", { class: "extra", role: "group" }, place, name, value,
      button("Remove", () => remove(row), { class: "slot-button" }), hint);
    /** @type {Row} */
    const row = { place, name, value, hint, element };
    rows.push(row);
    number();
    list.append(element);
    for (const part of [place, name, value]) part.addEventListener("input", refresh);
    if (!entry) return name.focus();
    place.value = entry.in;
    name.value = entry.name;
    value.value = entry.value;
  }

  function clear() {
    for (const { element } of rows.splice(0)) element.remove();
  }

  /** @param {Row} row */
  function remove(row) {
    const at = rows.indexOf(row);
    rows.splice(at, 1);
    row.element.remove();
    number();
    const next = rows[Math.min(at, rows.length - 1)]?.name ?? root.querySelector("button");
    if (next instanceof HTMLElement) next.focus();
    refresh();
  }

  function number() {
    for (const [at, { element }] of rows.entries()) element.setAttribute("aria-label", `Added, ${at + 1}`);
  }

  return {
    add: () => add(),
    values: (masked) => Object.fromEntries(sent().map(({ place, name, value }) => (
      [`${place.value}:${name.value}`, masked && value.value && isSecret(name.value, value.value) ? "<secret>" : value.value]))),
    find: (fields) => {
      for (const row of rows) {
        const trouble = troubleOf(row);
        if (trouble) fields.push({ name: row.name.value || "Added", message: `needs a look: ${trouble}`, show: () => row.name.focus() });
      }
    },
    reset: () => {
      clear();
      refresh();
    },
    keep: () => sent().filter(isKept).map(({ place, name, value }) => (
      { in: /** @type {"query" | "header"} */ (place.value), name: name.value, value: value.value })),
    secrets: () => sent().filter((row) => !isKept(row)).map(({ name }) => name.value),
    restore: (kept) => {
      clear();
      // What this operation has a field for is filled in there.
      for (const each of kept) if (!keys.has(keyOf(each.in, each.name))) add(each);
      refresh();
    },
  };
}

/** Names of headers are the same in small letters. @param {string} place @param {string} name */
function keyOf(place, name) {
  return `${place}:${place === "header" ? name.toLowerCase() : name}`;
}

/** What will not arrive. @param {Row} row */
function hintOf({ place, name }) {
  if (place.value !== "header" || !name.value) return "";
  if (FORBIDDEN_HEADERS.test(name.value)) {
    return siteData.proxy ? "The proxy never sends this header: use curl." : "Browsers do not let pages send this header: use curl.";
  }
  return siteData.proxy && !/^(?:x-|if-|accept|authorization$|content-type$|range$|user-agent$)/i.test(name.value)
    ? "The proxy sends this header only if it is documented." : "";
}
