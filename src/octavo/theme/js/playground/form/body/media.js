// A body in one media type: fields, a text, or a file.
import { createSlot } from "../slot.js";
import { announce } from "../../../shared/announce.js";
import { isJson } from "../values.js";
import { printJson } from "../../data/json.js";
import { readElement, listRows } from "../rows/rows.js";
import { findKind } from "../kinds.js";
import { prepare } from "../prepare.js";
import { say } from "../../../shared/say.js";

/** @typedef {import("../../types.js").PlaygroundData} PlaygroundData */
/** @typedef {import("../../../request/types.js").Body} Body */
/** @typedef {import("../types.js").Slot} Slot */
/** @typedef {import("../../types.js").FormSchema} FormSchema */
/** @typedef {"form" | "text" | "file"} View */

/**
 * @typedef {object} Media
 * @property {("form" | "text")[]} views
 * @property {() => View} readView
 * @property {(view: "form" | "text") => Promise<string | null>} setView Says what is in the way.
 * @property {import("./part-types.js").PartTypes} [partTypes] Of a form with parts.
 * @property {() => HTMLElement[]} listElements What stands above the rows.
 * @property {(masked?: boolean) => import("../../../request/types.js").BodyValue | undefined} readValue
 * @property {() => boolean} isFilled
 * @property {(masked?: boolean) => any} give A value that another media type may take.
 * @property {(value: any) => void} take
 * @property {(fields: import("../types.js").Missing[]) => void} find
 * @property {string[]} examples
 * @property {(examples: import("../types.js").Examples, label?: string) => Promise<void>} fill
 * @property {() => void} reset
 */

/**
 * @typedef {object} State
 * @property {Body} body
 * @property {import("../../types.js").BodyForm} form
 * @property {FormSchema} schema
 * @property {Element} holder Of the rows.
 * @property {import("../types.js").Field} field
 * @property {Slot} slot
 * @property {View} view
 * @property {ReturnType<typeof import("./json/editor.js").createJsonEditor>} [editor]
 * @property {import("./part-types.js").PartTypes} [partTypes] Of a form with parts.
 * @property {typeof import("./files.js").forms | null} files Where there may be any.
 * @property {boolean} isCode The text is JSON.
 * @property {any} [example] What was filled in for the reader.
 */

/** @type {WeakMap<Element, Slot>} Media types that have the same fields share them. */
const shared = new WeakMap();

/** @param {PlaygroundData} data @param {number} at @param {Element} holder @param {Body | undefined} parts
 * The form whose fields these are, among the media types that share them.
 * @param {() => void} tellChange @param {typeof import("./files.js").forms | null} files Where there may be any.
 * @returns {Promise<Media>} */
export async function createMedia(data, at, holder, parts, tellChange, files) {
  const { bodies, bodyRequired: required } = data.request;
  const body = /** @type {Body} */ (bodies[at]);
  const form = data.bodies[at] ?? {};
  const { contentType, kind } = body;
  if (kind === "binary" && files) return files.createFileBody(contentType, required, tellChange);
  const isCode = kind === "text" && isJson(contentType);
  const schema = await prepare(form.schema ?? {});
  const isFormed = kind !== "text" || isCode;
  const types = parts?.kind === "multipart"
    ? files?.findPartTypes(parts, data.bodies[bodies.indexOf(parts)]?.types ?? {}, tellChange) : undefined;
  /** @type {import("../types.js").Field} */
  const field = {
    schema: isFormed ? schema : { types: ["string"], format: "text" },
    label: say("Body"),
    caption: say("Send a body"),
    required,
    isFirst: true,
    as: parts ? "part" : isCode ? "json" : "text",
    findWay: parts && files ? (name, own) => files.findPartKind(parts, name, own) : undefined,
    inside: isFormed && hasRows(holder) ? readElement(holder) : null,
    createFiles: files?.createFiles,
    findNote: types?.show,
    tellChange,
  };
  const slot = field.inside ? share(holder, field) : createSlot(field);
  const isOnlyText = isCode && findKind(field) === "raw";
  const partTypes = body === parts ? types : undefined;
  /** @type {State} */
  const state = { body, form, schema, holder, field, slot, view: "form", partTypes, files, isCode };
  if (isOnlyText) await setView(state, "text");
  const findEditor = () => (state.view === "text" ? state.editor : undefined);
  return {
    views: isCode && !isOnlyText ? ["form", "text"] : [],
    readView: () => state.view,
    setView: (view) => setView(state, view),
    partTypes,
    listElements: () => [(findEditor() ?? slot).element],
    readValue: (masked) => readBody(state, masked),
    isFilled: () => findEditor()?.isFilled() ?? slot.isTouched(),
    give: (masked) => (findEditor() ? findEditor()?.read().value : slot.read(masked)),
    take: (value) => {
      if (value !== undefined && (isFormed || typeof value === "string")) (findEditor() ?? slot).write(value);
    },
    find: (fields) => {
      if (findEditor()) return findEditor()?.find(fields, required);
      slot.find(fields);
      partTypes?.find(fields);
    },
    examples: (form.examples ?? []).map(({ label }) => label),
    fill: (examples, label) => fillIn(state, examples, label),
    reset: () => {
      state.example = undefined;
      slot.write(undefined);
      state.editor?.setText("");
      types?.restore();
    },
  };
}

/** @param {State} state @param {"form" | "text"} view @returns {Promise<string | null>} */
async function setView(state, view) {
  const { slot } = state;
  if (view === state.view) return null;
  if (view === "text") {
    const { createJsonEditor } = await import("./json/editor.js");
    state.editor ??= createJsonEditor(state.schema, state.holder, state.field.tellChange);
    state.editor.write(slot.isTouched() ? slot.read() : undefined);
  } else {
    const { value, trouble = null } = state.editor?.read() ?? {};
    if (trouble) return trouble;
    slot.write(value);
  }
  state.view = view;
  return null;
}

/** @param {State} state @param {boolean} [masked] */
function readBody({ body, slot, view, editor, files, partTypes, isCode }, masked) {
  const { contentType } = body;
  if (view === "text") return editor?.isFilled() ? { contentType, text: editor.readText() } : undefined;
  const value = slot.read(masked);
  if (value === undefined) return undefined;
  if (body.kind !== "text") return files?.buildFormBody(body, value, partTypes?.readTypes(value));
  return { contentType, text: isCode ? printJson(value, 2) : String(value) };
}

/** The value that the reader wants to send. @param {State} state @returns {{value?: any, trouble: string | null}} */
function readTyped({ view, editor, slot }) {
  if (view === "text") return editor?.read() ?? { trouble: null };
  return { value: slot.isTouched() ? slot.read() : undefined, trouble: null };
}

/** @param {State} state @param {import("../types.js").Examples} examples @param {string} [label] */
async function fillIn(state, { fillBody }, label) {
  const { form, body, field: { schema }, isCode, slot } = state;
  const content = await fillBody({ form, schema, isCode, isText: body.kind === "text", label }, readTyped(state), state.example);
  if (!content) return announce(say("What was typed was kept"));
  state.example = content.own;
  if (content.isBroken) await setView(state, "text");
  if (state.view !== "text") slot.write(content.value);
  else if (content.text) state.editor?.setText(content.text);
  else state.editor?.write(content.value);
}

/** @param {Element} holder */
function hasRows(holder) {
  return listRows(holder).size > 0 || holder.querySelector(":scope > .choice, :scope > details.later") !== null;
}

/** @param {Element} holder @param {import("../types.js").Field} field @returns {Slot} */
function share(holder, field) {
  const slot = shared.get(holder) ?? createSlot(field);
  shared.set(holder, slot);
  return slot;
}
