// Properties whose names the reader chooses: rows of a key and a value.
import { announce } from "../../../shared/announce.js";
import { makeButton, make } from "../../make.js";
import { copyInside } from "../rows/rows.js";
import { say } from "../../../shared/say.js";

/** @typedef {import("../types.js").Field} Field */
/** @typedef {import("../types.js").Slot} Slot */
/** @typedef {{key: HTMLInputElement, slot: Slot, element: HTMLElement}} Entry */

/**
 * @typedef {object} Entries
 * @property {HTMLElement} element
 * @property {(members: Map<string, any>, masked?: boolean) => void} readInto
 * @property {(members: Map<string, any>) => void} write All that are left.
 * @property {() => boolean} isTouched
 * @property {(fields: import("../types.js").Missing[]) => void} find
 */

/** @param {Field} field Of a value. @param {string | null} pattern That keys follow.
 * @param {import("../types.js").CreateSlot} createSlot @returns {Entries} */
export function createEntries(field, pattern, createSlot) {
  /** @type {Entry[]} */
  let entries = [];
  const list = make("ul", { class: "items", "aria-label": field.label });
  const adds = makeButton(say("Add a key"), () => {
    add("");
    field.tellChange();
    entries.at(-1)?.key.focus();
  }, { class: "slot-button", "aria-label": say("Add a key to {label}", { label: field.label }) });
  const line = make("div", { class: "slot-line" }, adds);

  /** @param {string} name @param {any} [value] */
  function add(name, value) {
    const key = make("input", {
      class: "slot-input entry-key", type: "text", autocomplete: "off", spellcheck: "false",
      "aria-label": say("{label}, key", { label: field.label }), placeholder: pattern ?? say("key"),
    });
    key.value = name;
    key.addEventListener("input", field.tellChange);
    const slot = createSlot({
      ...field,
      label: say("{label}, value", { label: field.label }),
      required: false,
      always: true,
      isFirst: false,
      isNew: value === undefined,
      inside: field.inside && copyInside(field.inside),
    });
    if (value !== undefined) slot.write(value);
    const entry = { key, slot, element: make("li", { class: "item entry" }) };
    const removes = makeButton("", () => remove(entry), { class: "item-tool", "data-tool": "remove", title: say("Remove"), "aria-label": say("Remove this key") });
    entry.element.append(key, slot.element, removes);
    entries.push(entry);
    list.append(entry.element);
  }

  /** @param {Entry} entry */
  function remove(entry) {
    entries = entries.filter((other) => other !== entry);
    entry.element.remove();
    announce(say("Key removed"));
    adds.focus();
    field.tellChange();
  }

  return {
    element: make("div", { class: "slot is-wide" }, line, list),
    readInto: (members, masked) => {
      for (const { key, slot } of entries) {
        const value = slot.read(masked);
        if (key.value && value !== undefined) members.set(key.value, value);
      }
    },
    write: (members) => {
      entries = [];
      list.replaceChildren();
      for (const [key, value] of members) add(key, value);
    },
    isTouched: () => entries.some(({ key }) => key.value !== ""),
    find: (fields) => {
      for (const { key, slot } of entries) {
        if (key.value) slot.find(fields);
        else fields.push({ name: field.label, message: say("has a value without a key"), show: () => key.focus() });
      }
    },
  };
}
