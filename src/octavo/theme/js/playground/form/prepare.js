// Schemas in the form's version: with the content of separate files.
import { resolveSchema } from "../data/data.js";

/** @typedef {import("../types.js").FormSchema} FormSchema */

const DEEPEST_ITEM = 4;

/** A schema with those of its items, loaded. @param {FormSchema} schema @param {number} [depth]
 * @returns {Promise<FormSchema>} */
export async function prepare(schema, depth = 0) {
  const whole = await resolveSchema(schema);
  if (depth >= DEEPEST_ITEM || !(whole.items || whole.prefixItems)) return whole;
  const [items, prefixItems] = await Promise.all([
    whole.items && prepare(whole.items, depth + 1),
    whole.prefixItems && Promise.all(whole.prefixItems.map((item) => prepare(item, depth + 1))),
  ]);
  return { ...whole, ...(items && { items }), ...(prefixItems && { prefixItems }) };
}
