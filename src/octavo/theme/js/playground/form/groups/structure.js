// Objects, and values that follow one of several schemas: their fields are rows of the page, which
// may have to be loaded. Until they are there, the value is kept as it is.
import { createMembers, memberPrefix } from "./members.js";
import { settle } from "../settle.js";
import { hasFewRows } from "./room.js";
import { UNLOADED, button, make } from "../../make.js";

/** @typedef {import("../types.js").Control} Control */
/** @typedef {import("../types.js").Field} Field */

/** @param {Field} field @param {import("../types.js").CreateSlot} createSlot
 * @param {(value: any) => void} misfit Called with a value that the rows cannot show.
 * @returns {Control} */
export function createStructure(field, createSlot, misfit) {
  const { schema, inside } = field;
  /** @type {any} What is on its way into the rows. */
  let held;
  let turn = 0;
  /** @type {import("./members.js").Members | undefined} */
  let members;
  /** @type {Promise<void> | undefined} */
  let building;
  /** @type {Map<string, any>} Keys that the document does not know. */
  let rest = new Map();
  /** @type {string[]} Keys in the order of the last value that was written. */
  let order = [];
  const note = make("p", { class: "slot-note", hidden: true });
  const below = make("div", { class: "structure" }, inside?.element, note);
  let isOpen = false;
  /** @type {import("./examine.js").Examined | null} What is known of the held value. */
  let examined = null;

  function build() {
    building ??= settle(fit()).catch(() => {
      building = undefined;
      examineHeld();
      note.hidden = false;
      note.replaceChildren(`${UNLOADED} `, button("Try again", build, { class: "slot-button" }));
    });
    return building;
  }

  async function fit() {
    const holder = await inside?.open();
    if (!holder) return;
    members = await createMembers(holder, schema, field, createSlot);
    note.hidden = true;
    if (held !== undefined) await writeMembers(held);
  }

  /** @param {any} value */
  async function writeMembers(value) {
    const mine = ++turn;
    if (value !== held) examined = null;
    held = value;
    const isShown = value instanceof Map ? await writeMap(value) : await writeWhole(value);
    if (mine !== turn) return;
    held = undefined;
    if (!isShown) return misfit(value);
    tell();
    field.changed();
  }

  /** Keeps a value as it is until somebody opens the group. @param {any} value */
  function hold(value) {
    held = value;
    examined = null;
    tell();
    if (value === undefined) return;
    if (field.isFirst || (field.opensAll?.() && hasFewRows(schema))) build();
    else examineHeld();
  }

  async function examineHeld() {
    const value = held;
    const found = await settle(import("./examine.js").then(({ examine }) => examine(schema, value, field.label))).catch(() => null);
    if (value !== held) return;
    examined = found;
    field.changed();
  }

  /** Says what cannot be seen. */
  function tell() {
    const further = rest.size ? `Sent too: ${[...rest.keys()].join(", ")}` : "";
    note.textContent = isOpen ? further : sizeInWords(read());
    note.hidden = !note.textContent;
  }

  /** Goes into the group, or to what opens it. */
  function focus() {
    if (!building && inside?.opener) inside.opener.focus();
    else build().then(() => members?.focus());
  }

  /** @param {string} name @param {string} message @returns {import("../types.js").Missing} */
  function missingInside(name, message) {
    return { name, message, show: () => showInside(name), approach: focus };
  }

  /** Opens the group and all groups in it that lead to a field. @param {string} name */
  async function showInside(name) {
    await build();
    if (members) (await import("./examine.js")).showMember(members, name);
  }

  /** @param {Map<string, any>} value */
  async function writeMap(value) {
    const left = new Map(value);
    order = [...value.keys()];
    await members?.write(left);
    rest = left;
    return true;
  }

  /** Writes a value that is no object, where an option holds such. @param {any} value */
  async function writeWhole(value) {
    if (!(await members?.choose(value))) return false;
    const whole = members?.whole();
    whole?.write(value);
    return Boolean(whole);
  }

  /** @param {boolean} [masked] */
  function read(masked) {
    if (held !== undefined) return masked ? examined?.masked ?? new Map() : held;
    if (!members) return new Map();
    const whole = members.whole();
    if (whole) return whole.read(masked);
    /** @type {Map<string, any>} */
    const found = new Map();
    members.readInto(found, masked);
    for (const [key, value] of rest) if (!found.has(key)) found.set(key, value);
    const known = new Set(order);
    const sorted = [...order.filter((key) => found.has(key)), ...[...found.keys()].filter((key) => !known.has(key))];
    return new Map(sorted.map((key) => [key, found.get(key)]));
  }

  inside?.watch((isShown) => {
    isOpen = isShown;
    if (isShown) build();
    tell();
  });
  if (field.isNew || (field.isFirst && field.required)) build();
  return {
    line: [],
    isGroup: true,
    below,
    isFilled: () => held !== undefined || rest.size > 0 || Boolean(members?.isTouched()),
    read,
    write: (value) => {
      if (value !== undefined && !(value instanceof Map) && !schema.choice) return false;
      if (members) settle(writeMembers(value ?? new Map()));
      else hold(value);
      return true;
    },
    find: (found) => {
      if (members && held === undefined) return members.find(found);
      for (const { name, message } of examined?.troubles ?? []) found.push(missingInside(name, message));
      if (held !== undefined) return;
      for (const { name, required } of schema.properties ?? []) {
        if (required) found.push(missingInside(memberPrefix(field.label) + name, "is required"));
      }
    },
    focus,
  };
}

/** @param {any} value What a closed group holds. */
function sizeInWords(value) {
  if (!(value instanceof Map)) return value === undefined ? "" : "1 value set";
  return value.size ? `${value.size} field${value.size === 1 ? "" : "s"} set` : "";
}
