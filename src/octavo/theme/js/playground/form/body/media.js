// A body in one media type: fields, a text, or a file.
import { createSlot } from "../slot.js";
import { announce } from "../../../shared/announce.js";
import { isJson } from "../values.js";
import { printJson } from "../../data/json.js";
import { insideElement, rowsIn } from "../rows/rows.js";
import { kindOf } from "../kinds.js";
import { prepare } from "../prepare.js";

/** @typedef {import("../../types.js").PlaygroundData} PlaygroundData */
/** @typedef {import("../../../request/types.js").Body} Body */
/** @typedef {import("../types.js").Slot} Slot */
/** @typedef {"form" | "text" | "file"} View */

/**
 * @typedef {object} Media
 * @property {("form" | "text")[]} views
 * @property {() => View} view
 * @property {(view: "form" | "text") => Promise<string | null>} setView Says what is in the way.
 * @property {import("./part-types.js").PartTypes} [partTypes] Of a form with parts.
 * @property {() => HTMLElement[]} elements What stands above the rows.
 * @property {(masked?: boolean) => import("../../../request/types.js").BodyValue | undefined} value
 * @property {() => boolean} isFilled
 * @property {(masked?: boolean) => any} give A value that another media type may take.
 * @property {(value: any) => void} take
 * @property {(found: import("../types.js").Missing[]) => void} find
 * @property {string[]} examples
 * @property {(examples: import("../types.js").Examples, label?: string) => Promise<void>} fill
 * @property {() => void} reset
 */

/** @type {WeakMap<Element, Slot>} Media types that have the same fields share them. */
const shared = new WeakMap();

/** @param {PlaygroundData} data @param {number} at @param {Element} holder @param {Body | undefined} parts
 * The form whose fields these are, among the media types that share them.
 * @param {() => void} changed @param {typeof import("./files.js").forms | null} files Where there may be any.
 * @returns {Promise<Media>} */
export async function createMedia(data, at, holder, parts, changed, files) {
  const body = /** @type {Body} */ (data.request.bodies[at]);
  const form = data.bodies[at] ?? {};
  const required = data.request.bodyRequired;
  const { contentType } = body;
  if (body.kind === "binary" && files) return files.createFileBody(contentType, required, changed);
  const isCode = body.kind === "text" && isJson(contentType);
  const schema = await prepare(form.schema ?? {});
  const isFormed = body.kind !== "text" || isCode;
  const partTypes = parts?.kind === "multipart"
    ? files?.partTypesOf(parts, data.bodies[data.request.bodies.indexOf(parts)]?.types ?? {}, changed) : undefined;
  /** @type {import("../types.js").Field} */
  const field = {
    schema: isFormed ? schema : { types: ["string"], format: "text" },
    label: "Body",
    caption: "Send a body",
    required,
    isFirst: true,
    as: parts ? "part" : isCode ? "json" : "text",
    asOf: parts && files ? (name, own) => files.partKind(parts, name, own) : undefined,
    inside: isFormed && hasRows(holder) ? insideElement(holder) : null,
    createFiles: files?.createFiles,
    noteOf: partTypes?.show,
    changed,
  };
  const slot = field.inside ? share(holder, field) : createSlot(field);
  const isPlainJson = isCode && kindOf(field) === "raw";
  /** @type {any} What was filled in for the reader. */
  let filled;
  /** @type {View} */
  let view = "form";
  /** @type {ReturnType<typeof import("./json/editor.js").createJsonEditor> | undefined} */
  let editor;
  if (isPlainJson) await setView("text");

  /** @param {"form" | "text"} next @returns {Promise<string | null>} */
  async function setView(next) {
    if (next === view) return null;
    if (next === "text") {
      const { createJsonEditor } = await import("./json/editor.js");
      editor ??= createJsonEditor(schema, holder, changed);
      editor.write(slot.isTouched() ? slot.read() : undefined);
    } else {
      const { value, trouble = null } = editor?.read() ?? {};
      if (trouble) return trouble;
      slot.write(value);
    }
    view = next;
    return null;
  }

  /** What is there because the reader wants so. @returns {{value?: any, trouble: string | null}} */
  function typed() {
    if (isText()) return editor?.read() ?? { trouble: null };
    return { value: slot.isTouched() ? slot.read() : undefined, trouble: null };
  }

  const isText = () => view === "text";
  const isFilled = () => (isText() ? Boolean(editor?.isFilled()) : slot.isTouched());
  return {
    views: isCode && !isPlainJson ? ["form", "text"] : [],
    view: () => view,
    setView,
    partTypes: body === parts ? partTypes : undefined,
    elements: () => [isText() && editor ? editor.element : slot.element],
    value: (masked) => {
      if (isText()) return isFilled() ? { contentType, text: editor?.text() } : undefined;
      const value = slot.read(masked);
      if (value === undefined) return undefined;
      if (body.kind !== "text") return files?.formBody(body, value, body === parts ? partTypes?.values(value) : undefined);
      return { contentType, text: isCode ? printJson(value, 2) : String(value) };
    },
    isFilled,
    give: (masked) => (isText() ? editor?.read().value : slot.read(masked)),
    take: (value) => {
      if (value === undefined || (!isFormed && typeof value !== "string")) return;
      if (isText()) editor?.write(value);
      else slot.write(value);
    },
    find: (found) => {
      if (isText()) return editor?.find(found, required);
      slot.find(found);
      if (body === parts) partTypes?.find(found);
    },
    examples: (form.examples ?? []).map(({ label }) => label),
    fill: async ({ fillBody }, label) => {
      const content = await fillBody({ form, schema: field.schema, isCode, isText: body.kind === "text", label }, typed(), filled);
      if (!content) return announce("What was typed was kept");
      filled = content.filled;
      if (content.isBroken) await setView("text");
      if (!isText()) slot.write(content.value);
      else if (content.text) editor?.setText(content.text);
      else editor?.write(content.value);
    },
    reset: () => {
      filled = undefined;
      slot.write(undefined);
      editor?.setText("");
      partTypes?.restore();
    },
  };
}

/** @param {Element} holder */
function hasRows(holder) {
  return rowsIn(holder).size > 0 || holder.querySelector(":scope > .choice, :scope > details.later") !== null;
}

/** @param {Element} holder @param {import("../types.js").Field} field @returns {Slot} */
function share(holder, field) {
  const slot = shared.get(holder) ?? createSlot(field);
  shared.set(holder, slot);
  return slot;
}
