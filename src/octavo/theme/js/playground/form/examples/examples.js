// Fills in examples for the reader: documented ones, and generated values for required fields
// without any. The reader's own input stays.
import { readPlain } from "../../data/json.js";
import { resolveSchema } from "../../data/data.js";
import { readJson } from "../inputs/raw.js";
import { findOption } from "../groups/options.js";
import { isFile, listTypes } from "../kinds.js";

/** @typedef {import("../../types.js").FormSchema} FormSchema */

const DEEPEST_EXAMPLE = 6;
const MOST_ITEMS = 5;
const MOST_VALUES = 1000;
const MOST_LETTERS = 10_000;
const DIGITS = "1234567890";

/** @type {Record<string, string>} Texts that follow a format. */
const TEXTS = {
  date: "2026-01-31",
  "date-time": "2026-01-31T09:30:00Z",
  time: "09:30:00Z",
  duration: "P1D",
  email: "ada@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/",
  url: "https://example.com/",
  "uri-reference": "/example",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  byte: "ZXhhbXBsZQ==",
};

/** What the document itself gives for a value. @param {FormSchema} schema @returns {any} */
export function findDocumentedValue(schema) {
  const value = [schema.const, schema.example, schema.default].find((each) => each !== undefined);
  return value === undefined ? undefined : readPlain(value);
}

/** A value with all that must be there in it. @param {FormSchema} schema @param {any} value
 * @param {number} [depth] @param {{values: number}} [room] How many values may still be made.
 * @returns {Promise<any>} Undefined where only the reader can give one. */
async function complete(schema, value, depth = 0, room = { values: MOST_VALUES }) {
  room.values -= 1;
  const whole = await resolveSchema(schema);
  const own = value === undefined ? findDocumentedValue(whole) : undefined;
  if (own !== undefined) return own;
  if (isFile(whole) || depth > DEEPEST_EXAMPLE || room.values < 0) return value;
  if (Array.isArray(value)) return Promise.all(value.map((item) => complete(whole.items ?? {}, item, depth + 1, room)));
  const type = value instanceof Map ? "object" : listTypes(whole)[0];
  if (whole.choice && (value === undefined || value instanceof Map)) return completeChoice(whole, value, depth, room);
  if (type === "object") return completeObject(whole, value, depth, room);
  if (value !== undefined) return value;
  return type === "array" ? completeList(whole, depth, room) : makeFiller(whole, type);
}

/** @param {FormSchema} schema @param {Map<string, any> | undefined} value @param {number} depth
 * @param {{values: number}} room */
async function completeObject({ properties = [] }, value, depth, room) {
  // A value with an example is shown if there is no other.
  const isWanted = (/** @type {import("../../types.js").FormProperty} */ { name, schema: own, required }) => (
    !own.readOnly && (required || value?.has(name) || (!value && own.example !== undefined)));
  const present = properties.filter(isWanted);
  const values = await Promise.all(present.map(({ name, schema: own }) => complete(own, value?.get(name), depth + 1, room)));
  const members = new Map(value);
  for (const [at, { name }] of present.entries()) if (values[at] !== undefined) members.set(name, values[at]);
  return members;
}

/** @param {FormSchema} schema @param {Map<string, any> | undefined} value @param {number} depth
 * @param {{values: number}} room */
async function completeChoice(schema, value, depth, room) {
  const { choice, ...own } = schema;
  const option = choice?.options[value?.size ? Math.max(await findOption(choice, value), 0) : 0];
  if (!choice || !option) return value;
  const content = await complete(option.schema, value, depth + 1, room);
  return content instanceof Map ? completeObject(own, content, depth, room) : content;
}

/** @param {FormSchema} schema @param {number} depth @param {{values: number}} room */
async function completeList({ items = {}, prefixItems = [], minItems = 1 }, depth, room) {
  const kinds = Array.from({ length: Math.min(Math.max(minItems, 1), MOST_ITEMS) }, (_, at) => prefixItems[at] ?? items);
  const list = await Promise.all(kinds.map((kind) => complete(kind, undefined, depth + 1, room)));
  return list.includes(undefined) ? undefined : list;
}

/** @param {FormSchema} schema @param {string | undefined} type */
function makeFiller(schema, type) {
  if (schema.enum?.length) return readPlain(schema.enum.find((each) => each !== null) ?? null);
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return makeNumber(schema);
  return type === "string" ? makeText(schema) : undefined;
}

/** @param {FormSchema} schema */
function makeNumber({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }) {
  const step = multipleOf ?? 1;
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : Number(exclusiveMinimum) + step);
  const most = maximum ?? (exclusiveMaximum === undefined ? Infinity : Number(exclusiveMaximum) - step);
  return Number(least ?? Math.min(step, Number(most)));
}

/** @param {FormSchema} schema @returns {string | undefined} Undefined where it would be too long. */
function makeText({ format = "", minLength = 0, maxLength = Infinity }) {
  const text = TEXTS[format] ?? "example";
  if (minLength > MOST_LETTERS) return undefined;
  const longer = text + DIGITS.repeat(Math.max(0, Math.ceil((minLength - text.length) / DIGITS.length)));
  const fitting = minLength > text.length ? longer.slice(0, minLength) : text;
  return fitting.length > maxLength ? DIGITS.slice(0, maxLength) : fitting;
}

/** @typedef {object} Fillable A body.
 * @property {import("../../types.js").BodyForm} form
 * @property {FormSchema} schema
 * @property {boolean} isText Its examples are texts. @property {boolean} isCode These are JSON.
 * @property {string} [label] Of the example that the reader picked. */

/** The values to fill a body with. @param {Fillable} body @param {{value?: any, trouble: string | null}} current
 * @param {any} before What it was filled in with last.
 * @returns {Promise<{value?: any, text?: string, own?: any, isBroken?: boolean} | null>} The value, as
 * text where that is better, and what of it is ours; null where what was typed is in the way. */
export async function fillBody({ form, schema, isText, isCode, label }, current, before) {
  const pick = form.examples?.find((each) => each.label === label);
  const example = pick ?? form.examples?.[0];
  const text = isText && example ? String(example.value) : "";
  const content = isCode && example ? readJson(text) : { value: example && readPlain(example.value), trouble: null };
  if (content.trouble && current.value === undefined && !current.trouble) return { text, isBroken: true };
  if (content.trouble || current.trouble) return null;
  const bare = example?.built ? dropPlaceholders(content.value) : content.value;
  const mixture = await keepTyped(schema, bare, current.value, before);
  // Of the fields of another option, the picked example keeps nothing.
  const value = await complete(schema, pick && mixture === current.value ? bare : mixture);
  return { value, text: isEqual(value, content.value) ? text : "", own: dropTyped(value, current.value, before) };
}

/** What a parameter is filled in with. @param {FormSchema} schema @param {any} example @param {import("../types.js").Slot} slot
 * @param {any} before What it was filled in with last. @returns {Promise<any>} */
export async function fillParameter(schema, example, slot, before) {
  if (slot.isTouched() && !isEqual(slot.read(), before)) return before;
  slot.write(await complete(schema, example));
  return slot.read();
}

/** An example with what the reader typed since something was filled in.
 * @param {FormSchema} schema @param {any} example @param {any} current @param {any} last What we put in last.
 * @returns {Promise<any>} */
async function keepTyped(schema, example, current, last) {
  if (current === undefined || isEqual(current, last)) return example;
  if (!(example instanceof Map && current instanceof Map)) return current;
  const { choice, properties = [] } = await resolveSchema(schema);
  const [at, own] = choice ? await Promise.all([findOption(choice, example), findOption(choice, current)]) : [-1, -1];
  // Fields of two options do not go together.
  if (at !== own) return current;
  const option = choice?.options[at] ? await resolveSchema(choice.options[at].schema) : {};
  const schemas = new Map([...option.properties ?? [], ...properties].map((each) => [each.name, each.schema]));
  const before = last instanceof Map ? last : new Map();
  const members = new Map(example);
  for (const [key, value] of current) {
    const mixture = await keepTyped(schemas.get(key) ?? {}, example.get(key), value, before.get(key));
    if (mixture === undefined) members.delete(key);
    else members.set(key, mixture);
  }
  return members;
}

/** What of a value is ours: all but what the reader typed before it was put together.
 * @param {any} value @param {any} current @param {any} last What we put in last. @returns {any} */
function dropTyped(value, current, last) {
  if (current === undefined || isEqual(current, last)) return value;
  if (!(value instanceof Map && current instanceof Map)) return undefined;
  const before = last instanceof Map ? last : new Map();
  return new Map([...value].map(([key, inner]) => [key, dropTyped(inner, current.get(key), before.get(key))]));
}

/** Whether two values say the same, written as they may be. @param {any} one @param {any} other @returns {boolean} */
function isEqual(one, other) {
  if (one instanceof Map && other instanceof Map) {
    return one.size === other.size && [...one].every(([key, value]) => other.has(key) && isEqual(value, other.get(key)));
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, at) => isEqual(value, other[at]));
  }
  const isLeaf = (/** @type {any} */ value) => value !== undefined && value !== null && !(value instanceof File);
  return one === other || (isLeaf(one) && isLeaf(other) && typeof one !== "boolean" && String(one) === String(other));
}

/** A value without the texts that only stand for one. @param {any} value @returns {any} */
function dropPlaceholders(value) {
  if (typeof value === "string") return /^<[^<>]*>$/.test(value) ? undefined : value;
  if (Array.isArray(value)) {
    const items = value.map(dropPlaceholders).filter((item) => item !== undefined);
    return items.length ? items : undefined;
  }
  if (!(value instanceof Map)) return value;
  const members = new Map();
  for (const [key, inner] of value) {
    const content = dropPlaceholders(inner);
    if (content !== undefined) members.set(key, content);
  }
  return members;
}
