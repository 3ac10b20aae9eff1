// Loads what only some forms need, before one of them is made: from then on it is there.
import { typesOf } from "./kinds.js";

/** @typedef {import("../types.js").FormSchema} FormSchema */

/** @type {typeof import("./complex.js").complex | undefined} */
let found;

export async function loadComplex() {
  found ??= (await import("./complex.js")).complex;
  return found;
}

/** What was loaded: nothing calls this in a form that does without. */
export function complex() {
  if (!found) throw new Error("The form is not complete");
  return found;
}

/** Whether a schema asks for nothing but single values, lists and fields of one type.
 * @param {FormSchema} schema @returns {boolean} */
export function isPlain(schema) {
  const { ref, choice, properties = [], patterns = [], additional, items, prefixItems = [] } = schema;
  if (ref || choice || typesOf(schema).length > 1) return false;
  const named = [...properties, ...patterns].map((each) => each.schema);
  const others = [items, additional].filter((each) => typeof each === "object");
  return [...named, ...prefixItems, ...others].every(isPlain);
}
