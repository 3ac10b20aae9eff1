// Loads what only some forms need, before one of them is made: from then on it is there.
import { listTypes } from "./kinds.js";

/** @typedef {import("../types.js").FormSchema} FormSchema */

/** @type {typeof import("./complex.js").complex | undefined} */
let module;

export async function loadComplex() {
  module ??= (await import("./complex.js")).complex;
  return module;
}

/** The loaded module; forms without it never call this. */
export function useComplex() {
  if (!module) throw new Error("The form is not complete");
  return module;
}

/** Whether a schema asks for nothing but single values, lists and fields of one type.
 * @param {FormSchema} schema @returns {boolean} */
export function isPlain(schema) {
  const { ref, choice, properties = [], patterns = [], additional, items, prefixItems = [] } = schema;
  if (ref || choice || listTypes(schema).length > 1) return false;
  const members = [...properties, ...patterns].map((each) => each.schema);
  const others = [items, additional].filter((each) => typeof each === "object");
  return [...members, ...prefixItems, ...others].every(isPlain);
}
