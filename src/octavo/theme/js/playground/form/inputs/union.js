// Values of several types: the reader says which, and gets the input for it.
import { isNumeric } from "../../data/json.js";
import { make } from "../../make.js";
import { listTypes } from "../kinds.js";
import { say } from "../../../shared/say.js";

/** @typedef {import("../types.js").Control} Control */
/** @typedef {import("../types.js").Field} Field */
/** @typedef {import("../../types.js").FormSchema} FormSchema */

/** @param {Field} field @param {import("../types.js").CreateSlot} createSlot @returns {Control} */
export function createUnion(field, createSlot) {
  const options = listOptions(field.schema);
  const slots = options.map(({ schema }) => createSlot({ ...field, schema, required: false, always: true }));
  const select = make("select", { class: "slot-input union-type", "aria-label": say("{label}, type", { label: field.label }) },
    make("option", { value: "" }, field.required ? say("Choose") : say("Not sent")),
    ...options.map(({ label }, at) => make("option", { value: String(at) }, label)));
  const below = make("div", { class: "union" });
  select.addEventListener("change", () => turn(select.value));

  /** @param {string} value */
  function turn(value) {
    select.value = value;
    below.replaceChildren(...(value ? [/** @type {HTMLElement} */ (slots[Number(value)]?.element)] : []));
    field.tellChange();
  }

  const findSlot = () => (select.value ? slots[Number(select.value)] : undefined);
  return {
    line: [select],
    below,
    picks: true,
    isFilled: () => select.value !== "",
    read: (masked) => findSlot()?.read(masked),
    write: (value) => {
      const at = value === undefined ? -1 : options.findIndex(({ schema }) => fits(schema, value));
      turn(at < 0 ? "" : String(at));
      if (at >= 0) slots[at]?.write(value);
      return at >= 0 || value === undefined;
    },
    find: (fields) => findSlot()?.find(fields),
    focus: () => (findSlot() ?? select).focus(),
  };
}

/** @param {FormSchema} schema @returns {{label: string, schema: FormSchema}[]} */
function listOptions(schema) {
  const nothing = schema.types?.includes("null") ? [{ label: "null", schema: { const: null } }] : [];
  if (schema.choice) return [...schema.choice.options, ...nothing];
  return [...listTypes(schema).map((type) => ({ label: type, schema: { ...schema, types: [type] } })), ...nothing];
}

/** @param {FormSchema} schema @param {any} value */
function fits(schema, value) {
  if (schema.const !== undefined) return schema.const === value;
  const [type] = listTypes(schema);
  if (type === "integer" || type === "number") return isNumeric(value);
  if (type === "array") return Array.isArray(value);
  return type === undefined || (type === "object" ? value instanceof Map : type === typeof value);
}
