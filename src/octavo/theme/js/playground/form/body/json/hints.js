// What the document says about the place in a JSON text where the caret is, and the keys that can be
// added there. Names and descriptions are text, whatever they hold.
import { resolveSchema } from "../../../data/data.js";
import { makeButton, make, makeId } from "../../../make.js";
import { printJson } from "../../../data/json.js";
import { findDocumentedValue } from "../../examples/examples.js";
import { findPlace } from "./caret-place.js";
import { writeShort, listTypes } from "../../kinds.js";
import { describeInside, listRows } from "../../rows/rows.js";
import { say } from "../../../../shared/say.js";

/** @typedef {import("../../../types.js").FormSchema} FormSchema */
/** @typedef {import("../../../types.js").FormProperty} FormProperty */
/** @typedef {import("./caret-place.js").Around} Around */

const PAUSE_MS = 200;
const MOST_OPTIONS = 20;
const MOST_KEYS = 12;
const LONGEST_NAME = 60;
const LONGEST_DESCRIPTION = 160;

/**
 * @typedef {object} Hints
 * @property {HTMLTextAreaElement} box
 * @property {FormSchema} schema Of the whole text.
 * @property {Element} holder Of the rows that describe it.
 * @property {HTMLElement} line What is said.
 * @property {HTMLElement} keys What can be added.
 * @property {string} offer That, in a form that can be compared.
 * @property {number} turn
 * @property {number} timer
 */

/** @param {HTMLTextAreaElement} box @param {FormSchema} schema Of the whole text.
 * @param {Element} holder Of the rows that describe it. */
export function createHints(box, schema, holder) {
  const id = makeId("hint");
  const line = make("p", { class: "json-hint", id, "aria-live": "polite" });
  const keys = make("div", { class: "json-keys", role: "group", "aria-label": say("Keys that can be added") });
  /** @type {Hints} */
  const hints = { box, schema, holder, line, keys, offer: "", turn: 0, timer: 0 };
  const wait = () => waitForPause(hints);
  for (const name of ["input", "keyup", "click", "focus"]) box.addEventListener(name, wait);
  wait();
  return { id, elements: [line, keys], wait };
}

/** @param {Hints} hints */
function waitForPause(hints) {
  clearTimeout(hints.timer);
  hints.timer = setTimeout(() => void refresh(hints), PAUSE_MS);
}

/** @param {Hints} hints */
async function refresh(hints) {
  const { box, line, schema, holder } = hints;
  const mine = ++hints.turn;
  const place = findPlace(box.value, box.selectionStart);
  if (!place) return line.replaceChildren(say("This text is too long or too deep for hints."));
  const { path, isMember } = place;
  const inner = isMember ? path.slice(0, -1) : path;
  const owners = await follow([schema], inner).catch(() => []);
  const parts = await describe(owners, path, isMember, holder).catch(() => []);
  if (mine !== hints.turn) return; // the caret is elsewhere by now
  const isSame = line.textContent === parts.map((part) => (typeof part === "string" ? part : part.textContent)).join("");
  // A line that says the same again is not said again.
  if (!isSame) line.replaceChildren(...parts);
  offerKeys(hints, owners, place, inner);
}

/** @param {FormSchema[]} owners Of what is around the caret. @param {(string | number)[]} path
 * @param {boolean} isMember Whether it ends with a member of the owners.
 * @param {Element} holder Of the rows. @returns {Promise<(string | HTMLElement)[]>} */
async function describe(owners, path, isMember, holder) {
  const name = String(path.at(-1));
  const [schema] = isMember ? await follow(owners, [name]) : owners;
  if (isMember && !schema) return describeUnknown(name, owners);
  const label = make("code", {}, clip(writePath(path) || say("Body"), LONGEST_NAME));
  const property = isMember ? listProperties(owners).find((each) => each.name === name) : undefined;
  const words = [schema && describeType(schema), property && (property.required ? say("required") : say("optional")),
    ...(schema ? listLimits(schema) : []), await findDescription(path, holder)].filter(Boolean);
  return words.length ? [label, ` ${words.join(" · ")}`] : [];
}

/** What the page says about a field. @param {(string | number)[]} path @param {Element} holder */
async function findDescription(path, holder) {
  /** @type {Element | null} */
  let here = holder;
  /** @type {Element | undefined} */
  let row;
  for (const step of path.filter((each) => typeof each === "string")) {
    row = here ? findRow(here, step) : undefined;
    here = row ? await (describeInside(row)?.find() ?? null) : null;
  }
  return row ? clip(row.querySelector(":scope > .field-content > p:not([class])")?.textContent?.trim() ?? "", LONGEST_DESCRIPTION) : "";
}

/** @param {Hints} hints @param {FormSchema[]} owners @param {import("./caret-place.js").JsonPlace} place
 * @param {(string | number)[]} inner The way to the owners. */
function offerKeys(hints, owners, { around, keys: present }, inner) {
  const { box, keys } = hints;
  const isFree = !around && !box.value.trim();
  const properties = isFree || (around && !around.isList) ? listProperties(owners) : [];
  const left = properties.filter(({ name, schema: own }) => !present.has(name) && !own.readOnly);
  left.sort((one, other) => Number(other.required ?? false) - Number(one.required ?? false));
  const first = left.slice(0, MOST_KEYS);
  // A button that is being pressed must stay where it is.
  const offer = JSON.stringify([inner, left.map((each) => each.name)]);
  if (offer === hints.offer) return;
  hints.offer = offer;
  const hasFocus = keys.contains(document.activeElement);
  keys.replaceChildren(...(first.length ? [say("Add")] : []), ...first.map((property) => (
    makeButton(clip(property.name, LONGEST_NAME), () => insertMember(hints, property), {
      class: "slot-button", "aria-label": property.required
        ? say("Add {name}, required", { name: property.name }) : say("Add {name}", { name: property.name }),
    }))), left.length > first.length ? say("and {count} more", { count: left.length - first.length }) : "");
  if (hasFocus) box.focus();
}

/** Adds a member to an object, behind the others, and selects its value.
 * @param {Hints} hints @param {FormProperty} property */
function insertMember(hints, { name, schema }) {
  const { box } = hints;
  // The text may have changed since the key was offered.
  const { around = null } = findPlace(box.value, box.selectionStart) ?? {};
  if (around ? around.isList : box.value.trim()) return waitForPause(hints);
  const value = writeExample(schema);
  const member = `${JSON.stringify(name)}: ${value}`;
  const { at, before, after } = around ? findGap(box.value, around) : { at: 0, before: "{\n  ", after: "\n}" };
  const end = around ? at : box.value.length;
  box.focus();
  box.setRangeText(before + member + after, at, end, "end");
  const from = at + before.length + member.length - value.length;
  const isText = value.startsWith('"');
  box.setSelectionRange(from + Number(isText), from + value.length - Number(isText));
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

/** The place for another member of an object, with its context. @param {string} text @param {Around} around */
function findGap(text, { open, last, close, keys: { length } }) {
  const start = text.lastIndexOf("\n", open) + 1;
  const indent = /^ */.exec(text.slice(start, open))?.[0] ?? "";
  const isOneLine = length > 0 && !text.slice(open, last).includes("\n");
  const comma = length && text[last - 1] !== "," ? "," : "";
  if (isOneLine) return { at: last, before: `${comma} `, after: close < 0 ? " }" : "" };
  const hasEnd = close >= 0 && text.slice(last, close).includes("\n");
  return { at: last, before: `${comma}\n${indent}  `, after: `${hasEnd ? "" : `\n${indent}`}${close < 0 ? "}" : ""}` };
}

/** @param {FormSchema} schema */
function writeExample(schema) {
  const example = findDocumentedValue(schema);
  if (example !== undefined) return printJson(example);
  if (schema.enum?.length) return JSON.stringify(schema.enum[0]);
  const [type] = listTypes(schema);
  return { object: "{}", array: "[]", integer: "0", number: "0", boolean: "false" }[type ?? ""] ?? '""';
}

/** The schemas at the end of a way; with a choice there are several. @param {FormSchema[]} schemas
 * @param {(string | number)[]} path @returns {Promise<FormSchema[]>} */
async function follow(schemas, path) {
  let here = await spread(schemas);
  for (const step of path) {
    here = await spread(here.flatMap((schema) => stepInto(schema, step)).slice(0, MOST_OPTIONS));
  }
  return here;
}

/** @param {FormSchema} schema @param {string | number} step @returns {FormSchema[]} */
function stepInto({ properties = [], patterns = [], additional, items, prefixItems }, step) {
  if (typeof step === "number") return [prefixItems?.[step] ?? items].filter((each) => each !== undefined);
  const property = properties.find(({ name }) => name === step);
  if (property) return [property.schema];
  // Patterns are not tried on what is being typed: some take for ever.
  return [...patterns.map((each) => each.schema), ...(typeof additional === "object" ? [additional] : [])];
}

/** Schemas with their options beside them, loaded. @param {FormSchema[]} schemas @returns {Promise<FormSchema[]>} */
async function spread(schemas) {
  const whole = await Promise.all(schemas.map(resolveSchema));
  const options = whole.flatMap(({ choice }) => choice?.options.map((option) => option.schema) ?? []).slice(0, MOST_OPTIONS);
  return [...whole, ...(await Promise.all(options.map(resolveSchema)))];
}

/** @param {FormSchema[]} schemas */
function listProperties(schemas) {
  /** @type {Map<string, FormProperty>} */
  const byName = new Map();
  for (const property of schemas.flatMap(({ properties = [] }) => properties)) {
    if (!byName.has(property.name)) byName.set(property.name, property);
  }
  return [...byName.values()];
}

/** @param {string} name @param {FormSchema[]} owners */
function describeUnknown(name, owners) {
  const names = listProperties(owners).map((each) => each.name);
  if (!names.length) return [];
  const near = findNearest(name, names);
  const words = [make("code", {}, clip(name, LONGEST_NAME)), ` ${say("is not documented here")}`];
  return near ? [...words, `; ${say("near:")} `, make("code", {}, near)] : words;
}

/** The name that looks most like one, if any does. @param {string} name @param {string[]} names */
function findNearest(name, names) {
  let best = "";
  let least = Math.min(3, Math.ceil(name.length / 2));
  for (const other of names.slice(0, 300)) {
    if (Math.abs(other.length - name.length) > least || other.length > LONGEST_NAME) continue;
    const steps = measureDistance(name.toLowerCase(), other.toLowerCase());
    if (steps < least || (steps === least && !best)) [best, least] = [other, steps];
  }
  return best;
}

/** Letters to change, add or leave out. @param {string} one @param {string} other */
function measureDistance(one, other) {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const now = [row];
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1];
      now.push(Math.min((above[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1, (above[at - 1] ?? 0) + Number(!isSame)));
    }
    above = now;
  }
  return above[other.length] ?? 0;
}

/** The row of a field, where the chosen option may hold it. @param {Element} holder @param {string} name */
function findRow(holder, name) {
  for (const each of [holder, ...holder.querySelectorAll(":scope > .choice > .switch > .switch-panel")]) {
    const rows = listRows(each);
    const row = rows.get(name) ?? (each === holder ? undefined : rows.get("{key}"));
    if (row) return row;
  }
  return listRows(holder).get("{key}");
}

/** @param {(string | number)[]} path */
function writePath(path) {
  return path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("").replace(/^\./, "");
}

/** @param {FormSchema} schema @returns {string} */
function describeType(schema) {
  const [type] = listTypes(schema);
  const items = type === "array" && schema.items && !schema.items.ref ? describeType(schema.items) : "";
  const names = listTypes(schema).map((each) => (each === "array" ? `array${items && ` of ${items}`}` : each));
  if (schema.types?.includes("null")) names.push("null");
  const words = names.join(" or ") || (schema.choice ? say("one of {count} kinds", { count: schema.choice.options.length }) : say("any value"));
  return schema.format ? `${words} (${clip(schema.format, LONGEST_NAME)})` : words;
}

/** @param {FormSchema} schema @returns {string[]} */
function listLimits(schema) {
  const values = schema.const !== undefined ? [schema.const] : schema.enum ?? [];
  const list = values.slice(0, 8).map(writeShort).join(", ");
  const least = schema.minLength ?? schema.minItems ?? schema.minProperties;
  const most = schema.maxLength ?? schema.maxItems ?? schema.maxProperties;
  const [type] = listTypes(schema);
  const unit = type === "array" ? say("items") : type === "object" ? say("keys") : say("characters");
  return [
    values.length ? say("one of {values}", { values: values.length > 8 ? `${list}, …` : list }) : "",
    schema.minimum === undefined ? "" : say("at least {limit}", { limit: schema.minimum }),
    schema.maximum === undefined ? "" : say("at most {limit}", { limit: schema.maximum }),
    schema.exclusiveMinimum === undefined ? "" : say("more than {limit}", { limit: schema.exclusiveMinimum }),
    schema.exclusiveMaximum === undefined ? "" : say("less than {limit}", { limit: schema.exclusiveMaximum }),
    schema.multipleOf === undefined ? "" : say("a multiple of {number}", { number: schema.multipleOf }),
    least === undefined ? "" : say("at least {limit}", { limit: `${least} ${unit}` }),
    most === undefined ? "" : say("at most {limit}", { limit: `${most} ${unit}` }),
    schema.pattern === undefined ? "" : say("must match {pattern}", { pattern: clip(schema.pattern, LONGEST_NAME) }),
    schema.default === undefined ? "" : say("default {value}", { value: writeShort(schema.default) }),
    schema.readOnly ? say("no part of a request") : "",
  ];
}

/** @param {string} text @param {number} length */
function clip(text, length) {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
