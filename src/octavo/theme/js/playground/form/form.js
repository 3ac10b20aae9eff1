// The form: each field that the page describes gets an input in its row.
import { createSlot } from "./slot.js";
import { findNoteId, findParameterRow, describeInside, putInto } from "./rows/rows.js";
import { readPlain } from "../data/json.js";
import { isPlain, loadComplex } from "./load-complex.js";
import { isJson, convertParameter } from "./values.js";
import { prepare } from "./prepare.js";

/** @typedef {import("../types.js").Form} Form */
/** @typedef {import("../types.js").PlaygroundData} PlaygroundData */
/** @typedef {import("../../request/types.js").Parameter} Parameter */
/** @typedef {{key: string, parameter: Parameter, slot: import("./types.js").Slot, fill: (examples: import("./types.js").Examples) => Promise<void>, reset: () => void}} Entry */

/** @param {HTMLElement} root The content of the page. @param {PlaygroundData} data
 * @param {HTMLElement} others Where fields go that the page does not describe. @returns {Promise<Form>} */
export async function createForm(root, data, others) {
  /** @type {(() => void)[]} */
  const listeners = [];
  const announceChange = () => listeners.forEach((listener) => listener());
  const described = await Promise.all(data.request.parameters.map((each) => describe(root, data, each)));
  const isComplex = data.request.bodies.length > 0 || !described.every(({ schema }) => isPlain(schema));
  const complex = isComplex ? await loadComplex() : null;
  const entries = described.map((each) => createParameter(each, others, announceChange));
  const body = await complex?.createBody(root, data, announceChange);

  /** @param {Entry} entry */
  const isUnfilled = ({ parameter, slot }) => parameter.in === "query" && parameter.required && slot.read() === undefined;
  return {
    readValues: ({ forSample = false } = {}) => {
      /** @type {Record<string, unknown>} */
      const parameters = {};
      for (const { key, parameter, slot } of entries) {
        const value = slot.read(forSample);
        if (value !== undefined) parameters[key] = convertParameter(parameter, value);
      }
      const value = body?.readValue(forSample);
      const unfilled = forSample ? entries.filter(isUnfilled).map(({ key }) => key) : [];
      return { parameters, ...(unfilled.length && { unfilled }), ...(value && { body: value }) };
    },
    listMissing: () => {
      /** @type {import("../types.js").Missing[]} */
      const fields = [];
      for (const { slot } of entries) slot.find(fields);
      body?.find(fields);
      return fields;
    },
    isFilled: () => entries.some(({ slot }) => slot.isTouched()) || Boolean(body?.isFilled()),
    onChange: (listener) => listeners.push(listener),
    examples: body?.listExamples() ?? [],
    fill: async (label) => {
      const examples = await import("./examples/examples.js");
      await Promise.all([...entries.map((entry) => entry.fill(examples)), body?.fill(examples, label)]);
      announceChange();
    },
    reset: () => {
      for (const entry of entries) entry.reset();
      body?.reset();
      announceChange();
    },
    keep: () => {
      /** @type {[string, any][]} */
      const values = entries.map(({ key, slot }) => [key, slot.read(true)]);
      return new Map([...values, ["body", body?.keep()]]);
    },
    restore: (values) => {
      for (const { key, slot } of entries) slot.write(values.get(key));
      body?.restore(values.get("body"));
      announceChange();
    },
  };
}

/** A parameter, and the place of its description.
 * @param {HTMLElement} root @param {PlaygroundData} data @param {Parameter} parameter */
async function describe(root, data, parameter) {
  const key = `${parameter.in}:${parameter.name}`;
  const form = data.parameters[key] ?? { schema: { types: ["string"] } };
  const schema = await prepare(form.schema);
  const [first] = form.examples ?? [];
  const { name, in: place } = parameter;
  const row = findParameterRow(root, place, name) ?? (place === "header" ? findParameterRow(root, "auth", name) : null)
    ?? (await import("./rows/make-row.js")).makeRow(parameter);
  return { key, parameter, schema, example: first && readPlain(first.value), row };
}

/** @param {Awaited<ReturnType<typeof describe>>} described
 * @param {HTMLElement} others @param {() => void} tellChange @returns {Entry} */
function createParameter({ key, parameter, schema, example, row }, others, tellChange) {
  if (!row.isConnected) others.append(row);
  const slot = createSlot({
    schema,
    label: parameter.name,
    required: parameter.required,
    isFirst: true,
    as: parameter.contentType && isJson(parameter.contentType) ? "json" : "text",
    inside: describeInside(row),
    describedBy: findNoteId(row),
    tellChange,
  });
  putInto(row, slot.element);
  /** @type {any} What was filled in for the reader. */
  let last;
  return {
    key,
    parameter,
    slot,
    fill: async ({ fillParameter }) => {
      if (parameter.required) last = await fillParameter(schema, example, slot, last);
    },
    reset: () => {
      last = undefined;
      slot.write(undefined);
    },
  };
}
