// The forms in which a text can be read: indented or as it came, as a page or as its source.
import { resolveSchema } from "../data/data.js";
import { loadPart } from "../send/failure.js";
import { jsonModel } from "./viewer/json-model.js";
import { readRows } from "./viewer/json-rows.js";
import { inSlices } from "./slices.js";
import { textModel } from "./viewer/text-model.js";

/** @typedef {import("./words.js").Kind} Kind */
/** @typedef {import("./viewer/viewer.js").Model} Model */
/** @typedef {import("../types.js").FormSchema} FormSchema */

/** More lines than these are not laid out: the heights of browsers end before them. */
const MOST_LINES = 800_000;

/**
 * @typedef {object} Form
 * @property {string} name
 * @property {string} label
 * @property {() => Promise<Model>} [model]
 * @property {HTMLElement} [element] In place of a model.
 *
 * @typedef {object} Forms
 * @property {Form[]} forms
 * @property {string[]} notes
 * @property {(schema: FormSchema) => Promise<import("./check/check.js").Result>} [check]
 */

/** @param {string} text @param {Kind} kind @param {AbortSignal} signal @returns {Promise<Forms>} */
export async function textForms(text, kind, signal) {
  if (kind === "json") return jsonForms(text, signal);
  if (kind === "html") {
    const { pageView } = await loadPart(() => import("./show-media.js"));
    return { forms: [{ name: "Page", label: "", element: pageView(text, signal) }, asText("Source", text, signal)], notes: [] };
  }
  if (kind === "xml") {
    const { indentXml } = await loadPart(() => import("./viewer/xml.js"));
    return { forms: [asText("Pretty", indentXml(text), signal), asText("Raw", text, signal)], notes: [] };
  }
  return { forms: [asText("Raw", text, signal)], notes: [] };
}

/** @param {string} name @param {string} text @param {AbortSignal} signal @returns {Form} */
function asText(name, text, signal) {
  /** @type {Promise<Model> | undefined} */
  let model;
  const label = `Body of the response, ${name.toLowerCase()}`;
  return { name, label, model: () => (model ??= textModel(text, MOST_LINES, signal)) };
}

/** @param {string} text @param {AbortSignal} signal @returns {Promise<Forms>} */
async function jsonForms(text, signal) {
  const raw = asText("Raw", text, signal);
  const { rows, step } = readRows(text, MOST_LINES);
  await inSlices(step, signal);
  if (rows.error >= 0) return { forms: [raw], notes: [`This is not valid JSON: ${whereIs(text, rows.error)}.`] };
  /** @type {Map<number, string>} */
  const marks = new Map();
  const model = jsonModel(rows, marks);
  const lines = rows.count.toLocaleString("en");
  return {
    forms: [{ name: "Pretty", label: `Body of the response, JSON, ${lines} lines`, model: async () => model }, raw],
    notes: rows.cut ? [`The body is very long: its first ${lines} lines are shown. Download it to see all.`] : [],
    check: async (schema) => {
      const { checkRows } = await loadPart(() => import("./check/check.js"));
      const result = await checkRows(rows, schema, resolveSchema, signal);
      for (const { row, message } of result.differences) {
        marks.set(row, marks.has(row) ? `${marks.get(row)}; ${message}` : message);
      }
      return result;
    },
  };
}

/** @param {string} text @param {number} at */
function whereIs(text, at) {
  if (at >= text.length) return "it ends too early";
  const line = text.slice(0, at).split("\n").length;
  const column = at - text.lastIndexOf("\n", at - 1);
  return `look at line ${line}, column ${column}, \`${text.slice(at, at + 20)}\``;
}
