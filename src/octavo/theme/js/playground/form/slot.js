// One value of the form with its states, all of which can be seen: not sent, sent, empty, null.
import { allowsNull, isFile, kindOf, typesOf } from "./kinds.js";
import { button, make, newId } from "../make.js";
import { complex } from "./load-complex.js";
import { createList } from "./groups/list.js";
import { createNumber, createPick, createText } from "./inputs/inputs.js";
import { createRaw } from "./inputs/raw.js";
import { createStructure } from "./groups/structure.js";
import { isSmall } from "./groups/room.js";
import { reveal } from "./rows/reveal.js";

/** @typedef {import("./types.js").Control} Control */
/** @typedef {import("./types.js").Field} Field */
/** @typedef {import("./types.js").Slot} Slot */

/** @param {Field} field @returns {Slot} */
export function createSlot(field) {
  const { schema, label } = field;
  const errorId = newId("error");
  let isAllOpen = true;
  const opensAll = field.opensAll ?? (() => isAllOpen);
  const inner = { ...field, opensAll, note: undefined, changed: onInput, judged: refresh, describedBy: [field.describedBy, errorId].filter(Boolean).join(" ") };
  /** @type {"auto" | "on" | "off"} What the reader wants, beyond what is filled in. */
  let wish = "auto";
  let isNull = false;
  let control = createControl(inner, createSlot, showOther);
  let isOther = false;

  const sends = make("input", { type: "checkbox", class: "slot-send", "aria-label": `Send ${label}` });
  const nulls = button("null", () => {
    isNull = !isNull;
    field.changed();
    refresh();
  }, { class: "slot-null", "aria-pressed": "false", "aria-label": `Send null for ${label}` });
  const state = make("span", { class: "slot-state", "aria-hidden": "true" });
  const error = make("p", { class: "slot-error", id: errorId });
  const line = make("div", { class: "slot-line" });
  const element = make("div", { class: "slot" }, line, error);
  sends.addEventListener("change", () => {
    const isFilled = control.isFilled();
    wish = sends.checked ? (isFilled ? "auto" : "on") : isFilled || isNull ? "off" : "auto";
    if (!sends.checked) isNull = false;
    field.changed();
    refresh();
  });

  function build() {
    const hasSwitch = !control.picks && !field.always && !field.required;
    const mayBeNull = !control.picks && allowsNull(schema);
    const caption = field.caption ? [make("span", { class: "slot-caption" }, field.caption)] : [];
    const switches = hasSwitch ? [make("label", { class: "slot-switch" }, sends, ...caption)] : [];
    const [input, ...helpers] = control.line;
    line.replaceChildren(...switches, ...(input ? [input] : []), state, ...helpers, ...(mayBeNull ? [nulls] : []));
    line.hidden = !hasSwitch && !mayBeNull && !input;
    element.replaceChildren(...[line, error, control.below, field.note].filter((part) => part !== undefined));
    element.classList.toggle("is-wide", Boolean(control.wide));
    if (isOther) line.append(button("Back", () => setControl(createControl(inner, createSlot, showOther)), { class: "slot-button" }));
  }

  function onInput() {
    if (wish === "off" || control.isFilled()) wish = "auto";
    if (!control.isFilled() && wish === "on" && !control.below) wish = "auto";
    isNull = false;
    field.changed();
    refresh();
  }

  /** A value that this input cannot show is asked for by one that can. @param {any} value */
  function showOther(value) {
    const isText = typeof value === "string" && !typesOf(schema).some((type) => type === "object" || type === "array");
    const free = { ...inner, schema: { types: ["string"] } };
    isOther = true;
    setControl(isText ? createText(free) : createRaw(inner), true);
    control.write(value === "" ? undefined : value);
    control.focus();
    field.changed();
    refresh();
  }

  /** @param {Control} next @param {boolean} [other] */
  function setControl(next, other = false) {
    isOther = other;
    control = next;
    build();
    field.changed();
    refresh();
  }

  /** Whether the reader wants it sent. */
  const isWanted = () => isNull || (wish === "auto" ? control.isFilled() : wish === "on");
  // An object that must be there is, though nobody filled in a field of it.
  const isSent = () => Boolean(field.always) || isWanted() || Boolean(field.required && control.isGroup);

  function refresh() {
    const sent = field.always || isWanted();
    const isEmpty = sent && !isNull && !control.isFilled();
    sends.checked = sent;
    nulls.setAttribute("aria-pressed", String(isNull));
    const name = isNull ? "null" : !sent ? (field.required ? "open" : "absent") : isEmpty ? "empty" : "sent";
    element.dataset.state = name;
    state.textContent = control.picks || name === "sent" ? "" : { absent: "not sent", empty: emptyWords(schema), null: "null" }[name] ?? "";
    const trouble = sent && !isNull && (!isEmpty || field.always) ? control.trouble?.() : null;
    if (trouble === undefined && control.trouble) return; // what was said last stays until more is known
    error.textContent = trouble ? `This ${trouble}` : "";
    element.classList.toggle("is-wrong", Boolean(trouble));
    const input = line.querySelector(".slot-input");
    if (trouble) input?.setAttribute("aria-invalid", "true");
    else input?.removeAttribute("aria-invalid");
  }

  /** @param {boolean} [masked] */
  function read(masked) {
    return isSent() ? (isNull ? null : control.read(masked)) : undefined;
  }

  /** An empty value is one, too, where the reader says so. */
  function sendEmpty() {
    wish = "on";
    field.changed();
    refresh();
  }

  function focus() {
    reveal(element);
    if (control.line.length || control.below) control.focus();
  }

  build();
  refresh();
  return {
    element,
    read,
    write: (value) => {
      wish = "auto";
      isNull = value === null && !control.picks && allowsNull(schema);
      if (isOther) setControl(createControl(inner, createSlot, showOther));
      const shown = isNull ? undefined : value;
      if (!field.opensAll) isAllOpen = isSmall(shown);
      if (!control.write(shown)) showOther(shown);
      // An object may be there and hold nothing that the reader chose.
      else if (shown instanceof Map || (shown !== undefined && !control.isFilled())) wish = "on";
      refresh();
    },
    isTouched: () => isWanted() && !control.fixed && !field.always,
    find: (found) => {
      if (isNull || !(isSent() || field.required)) return;
      const before = found.length;
      const trouble = isSent() ? control.trouble?.() : null;
      if (trouble) found.push({ name: label, message: trouble, show: focus });
      control.find?.(found);
      if (found.length > before || !field.required || read() !== undefined) return;
      found.push({ name: label, message: "is required", show: focus, ...(control.mayBeEmpty && { sendEmpty }) });
    },
    focus,
  };
}

/** @param {Field} field @param {import("./types.js").CreateSlot} create
 * @param {(value: any) => void} showOther @returns {Control} */
function createControl(field, create, showOther) {
  switch (kindOf(field)) {
    case "file":
      return field.createFiles?.(field, typesOf(field.schema)[0] === "array", field.schema.contentMediaType ?? field.schema.items?.contentMediaType)
        ?? createRaw(field);
    case "enum":
    case "boolean":
      return createPick(field, showOther);
    case "number":
      return createNumber(field);
    case "text":
      return createText(field);
    case "list":
      return createList(field, create);
    case "structure":
      return createStructure(field, create, showOther);
    case "union":
      return complex().createUnion(field, create);
    default:
      return createRaw(field);
  }
}

/** @param {import("../types.js").FormSchema} schema */
function emptyWords(schema) {
  const [type] = typesOf(schema);
  return type === "array" ? "empty list" : type === "object" ? "empty object" : isFile(schema) ? "no file" : "empty text";
}
