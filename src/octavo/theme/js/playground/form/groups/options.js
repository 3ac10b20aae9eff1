// Which of several schemas a value follows.
import { readPlain, isNumeric, printJson } from "../../data/json.js";
import { resolveSchema } from "../../data/data.js";
import { listTypes } from "../kinds.js";

/** @typedef {import("../../types.js").FormSchema} FormSchema */
/** @typedef {import("../../types.js").FormChoice} FormChoice */

const MOST = 20;

/** The option that a value follows, as far as a look can tell; -1 where none can hold it.
 * @param {FormChoice} choice @param {any} value */
export async function findOption(choice, value) {
  const { discriminator, options } = choice;
  if (discriminator !== undefined && value instanceof Map) {
    const at = options.findIndex((option) => option.values?.includes(value.get(discriminator)));
    if (at >= 0) return at;
  }
  const schemas = await Promise.all(options.slice(0, MOST).map((option) => resolveSchema(option.schema)));
  let best = -1;
  let most = -Infinity;
  for (const [at, schema] of schemas.entries()) {
    const fit = score(schema, value);
    if (fit > most) [best, most] = [at, fit];
  }
  return best;
}

/** @param {FormSchema} schema @param {any} value */
function score(schema, value) {
  const types = listTypes(schema);
  if (types.length && !types.includes(findType(value)) && !(types.includes("number") && findType(value) === "integer")) return -Infinity;
  if (!(value instanceof Map)) return (schema.enum ?? [value]).includes(value) ? 1 : 0;
  let fit = 0;
  const names = new Set();
  for (const { name, schema: inner, required } of schema.properties ?? []) {
    names.add(name);
    if (value.has(name)) {
      const isOther = inner.const !== undefined && printJson(readPlain(inner.const)) !== printJson(value.get(name));
      fit += isOther ? -100 : inner.const !== undefined ? 10 : 2;
    } else if (required) fit -= 3;
  }
  for (const key of value.keys()) if (!names.has(key)) fit -= 1;
  return fit;
}

/** @param {any} value */
function findType(value) {
  if (value === null) return "null";
  if (isNumeric(value)) return Number.isInteger(Number(value)) ? "integer" : "number";
  if (Array.isArray(value)) return "array";
  return value instanceof Map ? "object" : typeof value;
}
