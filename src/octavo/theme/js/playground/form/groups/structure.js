// Objects, and values that follow one of several schemas: their fields are rows of the page, which
// may have to be loaded. Until they are there, the value is kept as it is.
import { createMembers, buildPrefix } from "./members.js";
import { settle } from "../settle.js";
import { hasFewRows } from "./room.js";
import { UNLOADED, makeButton, make } from "../../make.js";
import { say } from "../../../shared/say.js";

/** @typedef {import("../types.js").Control} Control */
/** @typedef {import("../types.js").Field} Field */

/**
 * @typedef {object} Group
 * @property {Field} field
 * @property {import("../types.js").CreateSlot} createSlot
 * @property {(value: any) => void} refuse Called with a value that the rows cannot show.
 * @property {any} [pending] What is on its way into the rows.
 * @property {import("./examine.js").Examined | null} examined What is known of that.
 * @property {import("./members.js").Members} [members]
 * @property {Promise<void>} [building]
 * @property {Map<string, any>} rest Keys that the document does not know.
 * @property {string[]} order Keys in the order of the last value that was written.
 * @property {number} turn
 * @property {boolean} isOpen
 * @property {HTMLElement} note
 */

/** @param {Field} field @param {import("../types.js").CreateSlot} createSlot
 * @param {(value: any) => void} refuse Called with a value that the rows cannot show.
 * @returns {Control} */
export function createStructure(field, createSlot, refuse) {
  const { schema, inside } = field;
  const note = make("p", { class: "slot-note", hidden: true });
  /** @type {Group} */
  const group = { field, createSlot, refuse, examined: null, rest: new Map(), order: [], turn: 0, isOpen: false, note };
  inside?.watch((isOpen) => {
    group.isOpen = isOpen;
    if (isOpen) openGroup(group);
    tellRest(group);
  });
  if (field.isNew || (field.isFirst && field.required)) openGroup(group);
  return {
    line: [],
    isGroup: true,
    below: make("div", { class: "structure" }, inside?.element, note),
    isFilled: () => group.pending !== undefined || group.rest.size > 0 || Boolean(group.members?.isTouched()),
    read: (masked) => readGroup(group, masked),
    write: (value) => {
      if (value !== undefined && !(value instanceof Map) && !schema.choice) return false;
      if (group.members) settle(writeMembers(group, value ?? new Map()));
      else hold(group, value);
      return true;
    },
    find: (fields) => findInside(group, fields),
    focus: () => focusGroup(group),
  };
}

/** @param {Group} group */
function openGroup(group) {
  return (group.building ??= settle(fitMembers(group)).catch(() => {
    group.building = undefined;
    examinePending(group);
    group.note.hidden = false;
    group.note.replaceChildren(`${UNLOADED} `, makeButton(say("Try again"), () => openGroup(group), { class: "slot-button" }));
  }));
}

/** @param {Group} group */
async function fitMembers(group) {
  const { field, createSlot, note } = group;
  const holder = await field.inside?.open();
  if (!holder) return;
  group.members = await createMembers(holder, field.schema, field, createSlot);
  note.hidden = true;
  if (group.pending !== undefined) await writeMembers(group, group.pending);
}

/** @param {Group} group @param {any} value */
async function writeMembers(group, value) {
  const mine = ++group.turn;
  if (value !== group.pending) group.examined = null;
  group.pending = value;
  const isShown = value instanceof Map ? await writeMap(group, value) : await writeWhole(group, value);
  if (mine !== group.turn) return;
  group.pending = undefined;
  if (!isShown) return group.refuse(value);
  tellRest(group);
  group.field.tellChange();
}

/** @param {Group} group @param {Map<string, any>} value */
async function writeMap(group, value) {
  const left = new Map(value);
  group.order = [...value.keys()];
  await group.members?.write(left);
  group.rest = left;
  return true;
}

/** Writes a value that is no object, where an option holds such. @param {Group} group @param {any} value */
async function writeWhole({ members }, value) {
  if (!(await members?.choose(value))) return false;
  const whole = members?.findWhole();
  whole?.write(value);
  return Boolean(whole);
}

/** Keeps a value as it is until somebody opens the group. @param {Group} group @param {any} value */
function hold(group, value) {
  const { field } = group;
  group.pending = value;
  group.examined = null;
  tellRest(group);
  if (value === undefined) return;
  if (field.isFirst || (field.opensAll?.() && hasFewRows(field.schema))) openGroup(group);
  else examinePending(group);
}

/** @param {Group} group */
async function examinePending(group) {
  const { field, pending } = group;
  const examined = await settle(import("./examine.js").then(({ examine }) => examine(field.schema, pending, field.label))).catch(() => null);
  if (pending !== group.pending) return;
  group.examined = examined;
  field.tellChange();
}

/** Says what cannot be seen. @param {Group} group */
function tellRest(group) {
  const { rest, isOpen, note } = group;
  const further = rest.size ? say("Sent too: {names}", { names: [...rest.keys()].join(", ") }) : "";
  note.textContent = isOpen ? further : describeSize(readGroup(group));
  note.hidden = !note.textContent;
}

/** @param {Group} group @param {boolean} [masked] */
function readGroup({ pending, examined, members, rest, order }, masked) {
  if (pending !== undefined) return masked ? examined?.masked ?? new Map() : pending;
  if (!members) return new Map();
  const whole = members.findWhole();
  if (whole) return whole.read(masked);
  /** @type {Map<string, any>} */
  const value = new Map();
  members.readInto(value, masked);
  // What the form has no row for goes behind what it has.
  const all = new Map([...value, ...[...rest].filter(([key]) => !value.has(key))]);
  const keys = new Set([...order.filter((key) => all.has(key)), ...all.keys()]);
  return new Map([...keys].map((key) => [key, all.get(key)]));
}

/** @param {Group} group @param {import("../types.js").Missing[]} fields */
function findInside(group, fields) {
  const { members, pending, examined, field } = group;
  if (members && pending === undefined) return members.find(fields);
  const add = (/** @type {string} */ name, /** @type {string} */ message) => (
    fields.push({ name, message, show: () => showInside(group, name), approach: () => focusGroup(group) }));
  for (const { name, message } of examined?.troubles ?? []) add(name, message);
  if (pending !== undefined) return;
  for (const { name, required } of field.schema.properties ?? []) {
    if (required) add(buildPrefix(field.label) + name, say("is required"));
  }
}

/** Opens the group and all groups in it that lead to a field. @param {Group} group @param {string} name */
async function showInside(group, name) {
  await openGroup(group);
  if (group.members) (await import("./examine.js")).showMember(group.members, name);
}

/** Goes into the group, or to what opens it. @param {Group} group */
function focusGroup(group) {
  const { opener } = group.field.inside ?? {};
  if (!group.building && opener) opener.focus();
  else openGroup(group).then(() => group.members?.focus());
}

/** @param {any} value What a closed group holds. */
function describeSize(value) {
  if (!(value instanceof Map)) return value === undefined ? "" : say("1 value set");
  if (!value.size) return "";
  return value.size === 1 ? say("1 field set") : say("{count} fields set", { count: value.size });
}
