// The forms in which a text can be read: indented or as it came, as a page or as its source.
import { resolveSchema } from "../data/data.js";
import { loadPart } from "../send/failure.js";
import { createJsonModel } from "./viewer/json-model.js";
import { readRows } from "./viewer/json-rows.js";
import { runInSlices } from "./slices.js";
import { createTextModel } from "./viewer/text-model.js";
import { say } from "../../shared/say.js";

/** @typedef {import("./words.js").Kind} Kind */
/** @typedef {import("./viewer/viewer.js").Model} Model */
/** @typedef {import("../types.js").FormSchema} FormSchema */

/** More lines than these are not laid out: the heights of browsers end before them. */
const MOST_LINES = 800_000;

/**
 * @typedef {object} Form
 * @property {string} name
 * @property {string} label
 * @property {() => Promise<Model>} [loadModel]
 * @property {HTMLElement} [element] In place of a model.
 *
 * @typedef {object} Forms
 * @property {Form[]} forms
 * @property {string[]} notes
 * @property {(schema: FormSchema) => Promise<import("./check/check.js").Result>} [check]
 */

/** @param {string} text @param {Kind} kind @param {AbortSignal} signal @returns {Promise<Forms>} */
export async function makeForms(text, kind, signal) {
  if (kind === "json") return makeJsonForms(text, signal);
  if (kind === "html") {
    const { makePageView } = await loadPart(() => import("./show-media.js"));
    return { forms: [{ name: say("Page"), label: "", element: makePageView(text, signal) }, makeTextForm(say("Source"), text, signal)], notes: [] };
  }
  if (kind === "xml") {
    const { indentXml } = await loadPart(() => import("./viewer/xml.js"));
    return { forms: [makeTextForm(say("Pretty"), indentXml(text), signal), makeTextForm(say("Raw"), text, signal)], notes: [] };
  }
  return { forms: [makeTextForm(say("Raw"), text, signal)], notes: [] };
}

/** @param {string} name @param {string} text @param {AbortSignal} signal @returns {Form} */
function makeTextForm(name, text, signal) {
  /** @type {Promise<Model> | undefined} */
  let model;
  const label = say("Body of the response, {form}", { form: name.toLowerCase() });
  return { name, label, loadModel: () => (model ??= createTextModel(text, MOST_LINES, signal)) };
}

/** @param {string} text @param {AbortSignal} signal @returns {Promise<Forms>} */
async function makeJsonForms(text, signal) {
  const raw = makeTextForm(say("Raw"), text, signal);
  const { rows, step } = readRows(text, MOST_LINES);
  await runInSlices(step, signal);
  if (rows.error >= 0) return { forms: [raw], notes: [describePlace(text, rows.error)] };
  /** @type {Map<number, string>} */
  const marks = new Map();
  const model = createJsonModel(rows, marks);
  const lines = rows.count.toLocaleString("en");
  return {
    forms: [{ name: say("Pretty"), label: say("Body of the response, JSON, {count} lines", { count: lines }), loadModel: async () => model }, raw],
    notes: rows.cut ? [say("The body is very long: its first {count} lines are shown. Download it to see all.", { count: lines })] : [],
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
function describePlace(text, at) {
  if (at >= text.length) return say("This is not valid JSON: it ends too early.");
  const line = text.slice(0, at).split("\n").length;
  const column = at - text.lastIndexOf("\n", at - 1);
  return say("This is not valid JSON: look at line {line}, column {column}, `{text}`.", { line, column, text: text.slice(at, at + 20) });
}
