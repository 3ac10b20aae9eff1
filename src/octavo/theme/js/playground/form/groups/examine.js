// What a closed group holds: its secrets, and what is missing or wrong in it, told without fields.
import { findOption } from "./options.js";
import { loadPatterns } from "../../patterns/load-patterns.js";
import { resolveSchema } from "../../data/data.js";
import { isNumeric } from "../../data/json.js";
import { countTrouble } from "./list.js";
import { findNumberTrouble, findTextTrouble } from "../inputs/inputs.js";
import { buildPrefix } from "./members.js";
import { waitUntilSettled } from "../settle.js";
import { findTextKind, listTypes } from "../kinds.js";
import { say } from "../../../shared/say.js";

/** @typedef {import("../../types.js").FormSchema} FormSchema */
/** @typedef {import("../../types.js").FormProperty} FormProperty */
/** @typedef {{name: string, message: string}} Trouble Of a field, by the name that it will have. */
/** @typedef {{masked: any, troubles: Trouble[]}} Examined `masked`: the value with its secrets hidden. */
/** @typedef {{troubles: Trouble[], texts: Map<string, {name: string, text: string}[]>}} Look With the texts of each pattern. */

/** @param {FormSchema} schema @param {any} value @param {string} label @returns {Promise<Examined>} */
export async function examine(schema, value, label) {
  /** @type {Look} */
  const notes = { troubles: [], texts: new Map() };
  const masked = await look(schema, value, label, notes);
  judgeTexts(notes);
  return { masked, troubles: notes.troubles };
}

/** Patterns may take their time: what they say comes later. @param {Look} notes */
async function judgeTexts({ troubles, texts }) {
  if (!texts.size) return;
  const patterns = await loadPatterns();
  for (const [pattern, fields] of texts) {
    patterns?.judge(pattern, fields.map(({ text }) => text)).then((verdicts) => {
      for (const [at, { name }] of fields.entries()) if (verdicts[at] === false) troubles.push({ name, message: say("must match {pattern}", { pattern }) });
    });
  }
}

/** @param {FormSchema} reference @param {any} value @param {string} label @param {Look} notes
 * @returns {Promise<any>} The value with its secrets hidden. */
async function look(reference, value, label, notes) {
  const schema = await resolveSchema(reference);
  if (value instanceof Map) return lookAtMembers(schema, value, label, notes);
  if (Array.isArray(value)) return lookAtItems(schema, value, label, notes);
  const own = schema.choice && value !== null ? await findOptionOf(schema, value) : schema;
  const message = findTrouble(own, value);
  if (message) notes.troubles.push({ name: label, message });
  if (typeof value !== "string") return value;
  if (own.pattern) notes.texts.set(own.pattern, [...notes.texts.get(own.pattern) ?? [], { name: label, text: value }]);
  return findTextKind(own) === "secret" ? "<secret>" : value;
}

/** @param {FormSchema} schema @param {Map<string, any>} value @param {string} label @param {Look} notes */
async function lookAtMembers(schema, value, label, notes) {
  const prefix = buildPrefix(label);
  const members = await findMembers(schema, value);
  for (const { name, schema: own, required } of members.properties) {
    if (required && !own.readOnly && !value.has(name)) notes.troubles.push({ name: prefix + name, message: say("is required") });
  }
  const schemas = new Map(members.properties.map((each) => [each.name, each.schema]));
  const masked = new Map();
  for (const [name, inner] of value) {
    masked.set(name, await look(schemas.get(name) ?? members.further, inner, prefix + name, notes));
  }
  return masked;
}

/** @param {FormSchema} schema @param {any[]} value @param {string} label @param {Look} notes */
async function lookAtItems(schema, value, label, notes) {
  const message = countTrouble(schema, value.length);
  if (message) notes.troubles.push({ name: label, message });
  const masked = [];
  for (const [at, item] of value.entries()) {
    masked.push(await look(schema.prefixItems?.[at] ?? schema.items ?? {}, item, say("{label}, item {number}", { label, number: at + 1 }), notes));
  }
  return masked;
}

/** The properties that a value may have, those of the option that it follows too.
 * @param {FormSchema} schema @param {Map<string, any>} value
 * @returns {Promise<{properties: FormProperty[], further: FormSchema}>} */
async function findMembers(schema, value) {
  const { properties = [], additional } = schema;
  const further = typeof additional === "object" ? additional : {};
  if (!schema.choice) return { properties, further };
  const inner = await findMembers(await findOptionOf(schema, value), value);
  return { properties: [...inner.properties, ...properties], further: { ...inner.further, ...further } };
}

/** @param {FormSchema} schema @param {any} value @returns {Promise<FormSchema>} */
async function findOptionOf({ choice }, value) {
  const option = choice?.options[await findOption(choice, value)];
  return option ? resolveSchema(option.schema) : {};
}

/** @param {FormSchema} schema @param {any} value */
function findTrouble(schema, value) {
  const types = listTypes(schema);
  if (schema.enum || types.length > 1) return null;
  if (types[0] === "string") return typeof value === "string" ? findTextTrouble(schema, value) : null;
  const isNumber = types[0] === "integer" || types[0] === "number";
  return isNumber && isNumeric(value) ? findNumberTrouble(schema, String(value)) : null;
}

/** Goes to a field of an open group, or into the closed group that it is in.
 * @param {import("./members.js").Members} members @param {string} name */
export async function showMember(members, name) {
  await waitUntilSettled();
  /** @type {import("../types.js").Missing[]} */
  const fields = [];
  members.find(fields);
  const missing = fields.find((each) => each.name === name) ?? fields[0];
  if (missing) missing.show();
  else members.focus();
}
