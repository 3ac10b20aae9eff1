// Schemas as the form needs them: with what stands in files of their own.
import { resolveSchema } from "../data/data.js";

/** @typedef {import("../types.js").FormSchema} FormSchema */

const DEEPEST_ITEM = 4;

/** A schema with those of its items, loaded. @param {FormSchema} schema @param {number} [depth]
 * @returns {Promise<FormSchema>} */
export async function prepare(schema, depth = 0) {
  const found = await resolveSchema(schema);
  if (depth >= DEEPEST_ITEM || !(found.items || found.prefixItems)) return found;
  const [items, prefixItems] = await Promise.all([
    found.items && prepare(found.items, depth + 1),
    found.prefixItems && Promise.all(found.prefixItems.map((item) => prepare(item, depth + 1))),
  ]);
  return { ...found, ...(items && { items }), ...(prefixItems && { prefixItems }) };
}
