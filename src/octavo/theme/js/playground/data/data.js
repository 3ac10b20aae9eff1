// The files that the build writes for the playground: an operation, and the schemas they share.
import { parseJson, writePlain } from "./json.js";

/** @typedef {import("../types.js").PlaygroundData} PlaygroundData */
/** @typedef {import("../types.js").FormSchema} FormSchema */

/** @type {Map<string, Promise<FormSchema>>} */
const loading = new Map();
/** @type {Map<string, FormSchema>} */
const schemas = new Map();
let folder = "";

/** The data of an operation. @param {string} address @returns {Promise<PlaygroundData>} */
export async function loadData(address) {
  folder = new URL(".", new URL(address, location.href)).href;
  return loadJson(address);
}

/**
 * A schema with the content of its own file, which is loaded once.
 * @param {FormSchema} schema
 * @returns {FormSchema | Promise<FormSchema>} */
export function resolveSchema(schema) {
  const { ref } = schema;
  if (!ref) return schema;
  const part = schemas.get(ref);
  if (part) return join(part, schema);
  let promise = loading.get(ref);
  if (!promise) {
    promise = loadJson(`${folder}${ref}.json`);
    loading.set(ref, promise);
    promise.then((part) => schemas.set(ref, part), () => loading.delete(ref));
  }
  return promise.then((part) => join(part, schema));
}

/** @param {FormSchema} part @param {FormSchema} written @returns {FormSchema} */
function join(part, { ref: _, ...written }) {
  return { ...part, ...written };
}

/** @param {string} address */
async function loadJson(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return writePlain(parseJson(await answer.text()));
}
