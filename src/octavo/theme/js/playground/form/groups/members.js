// The fields of an object: a slot in each row, further keys, and a choice of further fields.
import { findNoteId, describeInside, putInto, listRows } from "../rows/rows.js";
import { loadPatterns } from "../../patterns/load-patterns.js";
import { prepare } from "../prepare.js";
import { say } from "../../../shared/say.js";

/** @typedef {import("../../types.js").FormSchema} FormSchema */
/** @typedef {import("../types.js").Field} Field */
/** @typedef {import("../types.js").Slot} Slot */

/**
 * @typedef {object} Members
 * @property {(members: Map<string, any>, masked?: boolean) => void} readInto
 * @property {(members: Map<string, any>) => Promise<void> | void} write Takes what it knows out of these.
 * @property {() => boolean} isTouched
 * @property {(fields: import("../types.js").Missing[]) => void} find
 * @property {() => boolean} focus Whether there is anything to go to.
 * @property {(value: any) => Promise<boolean>} choose Shows the option that a value follows; whether
 * there is one.
 * @property {() => Slot | null} findWhole What stands for the whole value, where the chosen option is
 * no object.
 */

/** @param {Element} holder Of the rows. @param {FormSchema} schema @param {Field} field Around them.
 * @param {import("../types.js").CreateSlot} createSlot
 * @param {{name: string, values: string[]}} [mark] The property that tells which option this is.
 * @returns {Promise<Members>} */
export async function createMembers(holder, schema, field, createSlot, mark) {
  // First: what fails here has changed nothing, and can be tried again.
  const choices = schema.choice ? await import("./choice.js") : null;
  const open = schema.patterns || typeof schema.additional === "object" ? await import("./entries.js") : null;
  const rows = listRows(holder);
  const slots = await createSlots(rows, schema, field, createSlot, mark);
  const further = open ? await createFurther(rows, schema, field, slots, (...parts) => open.createEntries(...parts, createSlot)) : [];
  const options = schema.choice && choices ? await choices.createOptions(holder, schema.choice, field, createSlot, createMembers) : null;
  return {
    readInto: (members, masked) => {
      for (const [name, slot] of slots) {
        const value = slot.read(masked);
        if (value !== undefined) members.set(name, value);
      }
      for (const { entries } of further) entries.readInto(members, masked);
      options?.readInto(members, masked);
    },
    write: async (members) => {
      for (const [name, slot] of slots) {
        slot.write(members.get(name));
        members.delete(name);
      }
      await options?.write(members);
      for (const { entries, pattern } of further) {
        const verdicts = pattern && await (await loadPatterns())?.judge(pattern, [...members.keys()]);
        const own = new Map([...members].filter((_, at) => !pattern || verdicts?.[at]));
        for (const key of own.keys()) members.delete(key);
        entries.write(own);
      }
    },
    isTouched: () => [...slots.values(), ...further.map(({ entries }) => entries), options].some((part) => part?.isTouched()),
    find: (fields) => {
      for (const part of [...slots.values(), ...further.map(({ entries }) => entries), options]) part?.find(fields);
    },
    focus: () => {
      const [first] = slots.values();
      first?.focus();
      return Boolean(first);
    },
    choose: async (value) => Boolean(await options?.choose(value)),
    findWhole: () => options?.findWhole() ?? null,
  };
}

/** @param {Map<string, HTMLElement>} rows @param {FormSchema} schema @param {Field} field
 * @param {import("../types.js").CreateSlot} createSlot @param {{name: string, values: string[]}} [mark] */
async function createSlots(rows, schema, field, createSlot, mark) {
  const properties = (schema.properties ?? []).filter(({ name, schema: own }) => rows.has(name) && !own.readOnly);
  const schemas = await Promise.all(properties.map((property) => prepare(property.schema)));
  /** @type {Map<string, Slot>} */
  const slots = new Map();
  for (const [at, { name, required }] of properties.entries()) {
    const row = /** @type {HTMLElement} */ (rows.get(name));
    const isMark = mark?.name === name;
    const own = /** @type {FormSchema} */ (schemas[at]);
    const slot = createSlot({
      schema: isMark ? { ...own, ...(mark.values.length > 1 ? { enum: mark.values } : { const: mark.values[0] }) } : own,
      label: buildPrefix(field.label) + name,
      required: required || isMark,
      as: field.findWay?.(name, own) ?? field.as,
      inside: describeInside(row),
      describedBy: findNoteId(row),
      createFiles: field.createFiles,
      note: field.findNote?.(name),
      opensAll: field.opensAll,
      tellChange: field.tellChange,
    });
    putInto(row, slot.element);
    slots.set(name, slot);
  }
  return slots;
}

/** Keys that are not listed, by what the document says about them. @param {Map<string, HTMLElement>} rows
 * @param {FormSchema} schema @param {Field} field @param {Map<string, Slot>} slots
 * @param {(field: Field, pattern: string | null) => import("./entries.js").Entries} createEntries */
async function createFurther(rows, { patterns = [], additional }, field, slots, createEntries) {
  const keys = typeof additional === "object" ? [...patterns, { name: "{key}", schema: additional }] : patterns;
  const further = [];
  for (const { name, schema } of keys) {
    const row = rows.get(name);
    if (!row || slots.has(name)) continue;
    const pattern = name === "{key}" ? null : name;
    const label = buildPrefix(field.label) + name;
    const entries = createEntries({ ...field, schema: await prepare(schema), inside: describeInside(row), label }, pattern);
    putInto(row, entries.element);
    further.push({ entries, pattern });
  }
  return further;
}

/** What the labels of fields begin with that are inside of another. @param {string} label Of that. */
export function buildPrefix(label) {
  return label && label !== say("Body") ? `${label}.` : "";
}
