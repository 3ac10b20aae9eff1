// Objects, and values that follow one of several schemas: their fields are rows of the page, which
// may have to be loaded. Until they are there, the value is kept as it is.
import { createMembers } from "./members.js";
import { UNLOADED, button, make } from "../make.js";

/** @typedef {import("./types.js").Control} Control */
/** @typedef {import("./types.js").Field} Field */

/** @param {Field} field @param {import("./types.js").CreateSlot} createSlot
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
  const below = make("div", { class: "structure" }, note);

  function build() {
    building ??= fit().catch(() => {
      building = undefined;
      note.hidden = false;
      note.replaceChildren(`${UNLOADED} `, button("Try again", build, { class: "slot-button" }));
    });
    return building;
  }

  async function fit() {
    const holder = await inside?.open();
    if (!holder) return;
    if (!holder.parentNode) below.prepend(holder);
    members = await createMembers(holder, schema, field, createSlot);
    note.hidden = true;
    if (held !== undefined) await writeMembers(held);
  }

  /** @param {any} value */
  async function writeMembers(value) {
    const mine = ++turn;
    held = value;
    const isShown = value instanceof Map ? await writeMap(value) : await writeWhole(value);
    if (mine !== turn) return;
    held = undefined;
    if (!isShown) return misfit(value);
    note.hidden = rest.size === 0;
    note.textContent = `Sent too: ${[...rest.keys()].join(", ")}`;
    field.changed();
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

  inside?.onOpen(build);
  if (field.isFirst && field.required) build();
  return {
    line: [],
    isGroup: true,
    below,
    isFilled: () => held !== undefined || rest.size > 0 || Boolean(members?.isTouched()),
    read: (masked) => {
      if (held !== undefined || !members) return held ?? new Map();
      const whole = members.whole();
      if (whole) return whole.read(masked);
      /** @type {Map<string, any>} */
      const found = new Map();
      members.readInto(found, masked);
      for (const [key, value] of rest) if (!found.has(key)) found.set(key, value);
      const known = order.filter((key) => found.has(key));
      return new Map([...known, ...[...found.keys()].filter((key) => !order.includes(key))].map((key) => [key, found.get(key)]));
    },
    write: (value) => {
      if (value !== undefined && !(value instanceof Map) && !schema.choice) return false;
      if (members) {
        writeMembers(value ?? new Map());
      } else {
        held = value;
        if (value !== undefined) build();
      }
      return true;
    },
    find: (found) => {
      if (members) return members.find(found);
      for (const { name, required } of schema.properties ?? []) {
        if (required && !held?.has?.(name)) {
          found.push({ name: `${field.label}.${name}`, message: "is required", show: () => build().then(() => members?.focus()) });
        }
      }
    },
    focus: () => void build().then(() => members?.focus()),
  };
}
