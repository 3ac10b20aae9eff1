// One value of the form with its states, all of which are visible: not sent, sent, empty, null.
import { allowsNull, isFile, findKind, listTypes } from "./kinds.js";
import { makeButton, make, makeId } from "../make.js";
import { useComplex } from "./load-complex.js";
import { createList } from "./groups/list.js";
import { createNumber, createPick, createText } from "./inputs/inputs.js";
import { createRaw } from "./inputs/raw.js";
import { createStructure } from "./groups/structure.js";
import { isSmall } from "./groups/room.js";
import { reveal } from "./rows/reveal.js";
import { say } from "../../shared/say.js";

/** @typedef {import("./types.js").Control} Control */
/** @typedef {import("./types.js").Field} Field */
/** @typedef {import("./types.js").Slot} Slot */

/**
 * @typedef {object} State
 * @property {Field} field
 * @property {Field} inner As the control gets it.
 * @property {() => Control} makeControl The one that fits the schema.
 * @property {Control} control
 * @property {boolean} isOther The control is for values that no other can show.
 * @property {"auto" | "on" | "off"} wish What the reader wants, beyond what is filled in.
 * @property {boolean} isNull
 * @property {boolean} isAllOpen Groups inside are open when something is written.
 * @property {ReturnType<typeof makeSlotView>} view
 */

/** @param {Field} field @returns {Slot} */
export function createSlot(field) {
  const id = makeId("error");
  const inner = {
    ...field, opensAll: field.opensAll ?? (() => slot.isAllOpen), note: undefined, tellChange: () => takeInput(slot),
    tellVerdict: () => refreshSlot(slot), describedBy: [field.describedBy, id].filter(Boolean).join(" "),
  };
  const makeControl = () => CONTROLS[findKind(inner)](inner, createSlot, (value) => showOther(slot, value));
  const view = makeSlotView(field.label, id, () => switchNull(slot), () => switchSent(slot));
  /** @type {State} */
  const slot = { field, inner, makeControl, control: makeControl(), isOther: false, wish: "auto", isNull: false, isAllOpen: true, view };
  arrangeSlot(slot);
  refreshSlot(slot);
  return {
    element: view.element,
    read: (masked) => readSlot(slot, masked),
    write: (value) => writeSlot(slot, value),
    isTouched: () => isWanted(slot) && !slot.control.fixed && !field.always,
    find: (fields) => findMissing(slot, fields),
    focus: () => focusSlot(slot),
  };
}

/** @param {string} label @param {string} id Of the error. @param {() => void} onNull @param {() => void} onSent */
function makeSlotView(label, id, onNull, onSent) {
  const sends = make("input", { type: "checkbox", class: "slot-send", "aria-label": say("Send {label}", { label }) });
  sends.addEventListener("change", onSent);
  const nulls = makeButton("null", onNull, { class: "slot-null", "aria-pressed": "false", "aria-label": say("Send null for {label}", { label }) });
  const state = make("span", { class: "slot-state", "aria-hidden": "true" });
  const error = make("p", { class: "slot-error", id });
  const line = make("div", { class: "slot-line" });
  return { sends, nulls, state, error, line, element: make("div", { class: "slot" }, line, error) };
}

/** Puts the control into its place. @param {State} slot */
function arrangeSlot(slot) {
  const { field, control, view: { sends, nulls, state, error, line, element } } = slot;
  const hasSwitch = !control.picks && !field.always && !field.required;
  const mayBeNull = !control.picks && allowsNull(field.schema);
  const caption = field.caption && make("span", { class: "slot-caption" }, field.caption);
  const [input, ...helpers] = control.line;
  const parts = [hasSwitch && make("label", { class: "slot-switch" }, sends, caption), input, state, ...helpers, mayBeNull && nulls,
    slot.isOther && makeButton(say("Back"), () => setControl(slot, slot.makeControl()), { class: "slot-button" })];
  line.replaceChildren(...parts.filter((part) => part instanceof Node));
  line.hidden = !hasSwitch && !mayBeNull && !input;
  element.replaceChildren(...[line, error, control.below, field.note].filter((part) => part !== undefined));
  element.classList.toggle("is-wide", Boolean(control.wide));
}

/** @param {State} slot */
function switchNull(slot) {
  slot.isNull = !slot.isNull;
  reportChange(slot);
}

/** @param {State} slot */
function switchSent(slot) {
  const { control, isNull, view: { sends: { checked } } } = slot;
  const isFilled = control.isFilled();
  slot.wish = checked ? (isFilled ? "auto" : "on") : isFilled || isNull ? "off" : "auto";
  slot.isNull = isNull && checked;
  reportChange(slot);
}

/** @param {State} slot */
function takeInput(slot) {
  const { control, wish } = slot;
  if (wish === "off" || control.isFilled() || !control.below) slot.wish = "auto";
  slot.isNull = false;
  reportChange(slot);
}

/** @param {State} slot */
function reportChange(slot) {
  slot.field.tellChange();
  refreshSlot(slot);
}

/** A value that this input cannot show is asked for by one that can. @param {State} slot @param {any} value */
function showOther(slot, value) {
  const { inner } = slot;
  const isText = typeof value === "string" && !listTypes(inner.schema).some((type) => type === "object" || type === "array");
  setControl(slot, isText ? createText({ ...inner, schema: { types: ["string"] } }) : createRaw(inner), true);
  slot.control.write(value === "" ? undefined : value);
  slot.control.focus();
  reportChange(slot);
}

/** @param {State} slot @param {Control} control @param {boolean} [isOther] */
function setControl(slot, control, isOther = false) {
  slot.isOther = isOther;
  slot.control = control;
  arrangeSlot(slot);
  reportChange(slot);
}

/** Whether the reader wants it sent. @param {State} slot */
function isWanted({ isNull, wish, control }) {
  return isNull || (wish === "auto" ? control.isFilled() : wish === "on");
}

/** A required object is sent, even if none of its fields is filled in. @param {State} slot */
function isSent(slot) {
  return Boolean(slot.field.always || isWanted(slot) || (slot.field.required && slot.control.isGroup));
}

/** @param {State} slot */
function refreshSlot(slot) {
  const { field, control, isNull, view: { sends, nulls, state, error, line, element } } = slot;
  const isOn = field.always || isWanted(slot);
  const isEmpty = isOn && !isNull && !control.isFilled();
  sends.checked = isOn;
  nulls.setAttribute("aria-pressed", String(isNull));
  const name = isNull ? "null" : !isOn ? (field.required ? "open" : "absent") : isEmpty ? "empty" : "sent";
  element.dataset.state = name;
  state.textContent = control.picks ? "" : { sent: "", open: "", absent: say("not sent"), empty: describeEmpty(field.schema), null: "null" }[name];
  const trouble = isOn && !isNull && (!isEmpty || field.always) ? control.findTrouble?.() : null;
  if (trouble === undefined && control.findTrouble) return; // the last message stays until there is a new one
  error.textContent = trouble ? say("This {trouble}", { trouble }) : "";
  element.classList.toggle("is-wrong", Boolean(trouble));
  const input = line.querySelector(".slot-input");
  if (trouble) input?.setAttribute("aria-invalid", "true");
  else input?.removeAttribute("aria-invalid");
}

/** @param {State} slot @param {boolean} [masked] */
function readSlot(slot, masked) {
  return isSent(slot) ? (slot.isNull ? null : slot.control.read(masked)) : undefined;
}

/** @param {State} slot @param {any} value */
function writeSlot(slot, value) {
  const { field } = slot;
  slot.wish = "auto";
  slot.isNull = value === null && !slot.control.picks && allowsNull(field.schema);
  if (slot.isOther) setControl(slot, slot.makeControl());
  const content = slot.isNull ? undefined : value;
  if (!field.opensAll) slot.isAllOpen = isSmall(content);
  if (!slot.control.write(content)) showOther(slot, content);
  // An object may be there and hold nothing that the reader chose.
  else if (content instanceof Map || (content !== undefined && !slot.control.isFilled())) slot.wish = "on";
  refreshSlot(slot);
}

/** @param {State} slot @param {import("./types.js").Missing[]} fields */
function findMissing(slot, fields) {
  const { field: { label, required }, control, view: { line } } = slot;
  if (slot.isNull || !(isSent(slot) || required)) return;
  const before = fields.length;
  const trouble = isSent(slot) ? control.findTrouble?.() : null;
  const show = () => focusSlot(slot);
  if (trouble) fields.push({ name: label, message: trouble, show });
  control.find?.(fields);
  if (fields.length > before || !required || readSlot(slot) !== undefined) return;
  fields.push({ name: label, message: say("is required"), show, box: line.querySelector(".slot-input"), ...(control.mayBeEmpty && { sendEmpty: () => sendEmpty(slot) }) });
}

/** An empty value is one, too, where the reader says so. @param {State} slot */
function sendEmpty(slot) {
  slot.wish = "on";
  reportChange(slot);
}

/** @param {State} slot */
function focusSlot({ view, control }) {
  reveal(view.element);
  if (control.line.length || control.below) control.focus();
}

/** What makes a control, by its kind.
 * @type {Record<import("./kinds.js").Kind, (field: Field, create: import("./types.js").CreateSlot, showOther: (value: any) => void) => Control>} */
const CONTROLS = {
  file: (field) => {
    const { contentMediaType, items } = field.schema;
    return field.createFiles?.(field, listTypes(field.schema)[0] === "array", contentMediaType ?? items?.contentMediaType) ?? createRaw(field);
  },
  list: createList,
  number: createNumber,
  pick: createPick,
  raw: createRaw,
  structure: createStructure,
  text: createText,
  union: (field, create) => useComplex().createUnion(field, create),
};

/** @param {import("../types.js").FormSchema} schema */
function describeEmpty(schema) {
  const [type] = listTypes(schema);
  return type === "array" ? say("empty list") : type === "object" ? say("empty object") : isFile(schema) ? say("no file") : say("empty text");
}
