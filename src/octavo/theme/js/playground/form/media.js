// A body in one media type: fields, a text, or a file.
import { announce } from "../../announce.js";
import { createFiles } from "./file.js";
import { createSlot } from "./slot.js";
import { exampleValue, withoutPlaceholders } from "./examples.js";
import { formBody, isJson } from "./values.js";
import { fromPlain, printJson } from "../json.js";
import { insideElement, rowsIn } from "./rows.js";
import { kindOf, typesOf } from "./kinds.js";
import { make, newId } from "../make.js";
import { makeCodeBox, readJson } from "./raw.js";
import { prepare } from "./prepare.js";
import { reveal } from "./reveal.js";

/** @typedef {import("../types.js").PlaygroundData} PlaygroundData */
/** @typedef {import("../../request/types.js").Body} Body */
/** @typedef {import("./types.js").Slot} Slot */
/** @typedef {"form" | "text" | "file"} View */

/**
 * @typedef {object} Media
 * @property {("form" | "text")[]} views
 * @property {() => View} view
 * @property {(view: "form" | "text") => string | null} setView Says what is in the way.
 * @property {() => HTMLElement[]} elements What stands above the rows.
 * @property {(masked?: boolean) => import("../../request/types.js").BodyValue | undefined} value
 * @property {() => boolean} isFilled
 * @property {(masked?: boolean) => any} give A value that another media type may take.
 * @property {(value: any) => void} take
 * @property {(found: import("./types.js").Missing[]) => void} find
 * @property {string[]} examples
 * @property {(label?: string) => void} fill
 * @property {() => void} reset
 */

/** @type {WeakMap<Element, Slot>} Media types that have the same fields share them. */
const shared = new WeakMap();

/** @param {PlaygroundData} data @param {number} at @param {Element} holder @param {Body | undefined} parts
 * The form whose fields these are, among the media types that share them.
 * @param {() => void} changed @returns {Promise<Media>} */
export async function createMedia(data, at, holder, parts, changed) {
  const body = /** @type {Body} */ (data.request.bodies[at]);
  const form = data.bodies[at] ?? {};
  const required = data.request.bodyRequired;
  const { contentType } = body;
  if (body.kind === "binary") return createFileBody(contentType, required, changed);
  const isCode = body.kind === "text" && isJson(contentType);
  const schema = await prepare(form.schema ?? {});
  const isFormed = body.kind !== "text" || isCode;
  /** @type {import("./types.js").Field} */
  const field = {
    schema: isFormed ? schema : { types: ["string"], format: "text" },
    label: "Body",
    caption: "Send a body",
    required,
    as: parts ? "part" : isCode ? "json" : "text",
    asOf: parts ? (name, own) => partKind(parts, name, own) : undefined,
    inside: isFormed && hasRows(holder) ? insideElement(holder) : null,
    changed,
  };
  const slot = field.inside ? share(holder, field) : createSlot(field);
  const box = createJsonBox(changed);
  const isPlainJson = isCode && kindOf(field) === "raw";
  /** @type {View} */
  let view = isPlainJson ? "text" : "form";

  /** @param {"form" | "text"} next */
  function setView(next) {
    if (next === view) return null;
    if (next === "text") box.write(slot.read());
    else {
      const { value, trouble } = box.read();
      if (trouble) return trouble;
      slot.write(value);
    }
    view = next;
    return null;
  }

  /** @param {string} [label] */
  function fill(label) {
    const example = form.examples?.find((each) => each.label === label) ?? form.examples?.[0];
    if (body.kind !== "text") return slot.write(example ? fromPlain(example.value) : exampleValue(schema));
    if (!example) return;
    const text = String(example.value);
    if (!isCode) return slot.write(text);
    const { value, trouble } = readJson(text);
    if (trouble) view = "text";
    if (isText()) box.setText(text);
    else slot.write(example.built ? withoutPlaceholders(value) : value);
  }

  const isText = () => view === "text";
  const isFilled = () => (isText() ? box.isFilled() : slot.read() !== undefined);
  return {
    views: isCode && !isPlainJson ? ["form", "text"] : [],
    view: () => view,
    setView,
    elements: () => [isText() ? box.element : slot.element],
    value: (masked) => {
      if (!isFilled()) return undefined;
      if (isText()) return { contentType, text: box.text() };
      const value = slot.read(masked);
      if (body.kind !== "text") return formBody(body, value);
      return { contentType, text: isCode ? printJson(value, 2) : String(value) };
    },
    isFilled,
    give: (masked) => (isText() ? box.read().value : slot.read(masked)),
    take: (value) => {
      if (value === undefined || (!isFormed && typeof value !== "string")) return;
      if (isText()) box.write(value);
      else slot.write(value);
    },
    find: (found) => (isText() ? box.find(found, required) : slot.find(found)),
    examples: (form.examples ?? []).map(({ label }) => label),
    fill,
    reset: () => {
      slot.write(undefined);
      box.setText("");
    },
  };
}

/** The whole body as JSON. @param {() => void} changed */
function createJsonBox(changed) {
  const id = newId("error");
  const box = makeCodeBox({ "aria-label": "Body, as JSON", rows: "8", "aria-describedby": id, placeholder: "JSON" });
  const error = make("p", { class: "slot-error", id });
  const element = make("div", { class: "slot body-text" }, box, error);
  const isFilled = () => box.value.trim() !== "";
  const read = () => (isFilled() ? readJson(box.value) : { value: undefined, trouble: null });

  function refresh() {
    const { trouble } = read();
    error.textContent = trouble ? `This ${trouble}` : "";
    element.classList.toggle("is-wrong", Boolean(trouble));
  }

  /** @param {string} text */
  function setText(text) {
    box.value = text;
    box.rows = Math.min(Math.max(text.split("\n").length + 1, 8), 24);
    refresh();
  }

  box.addEventListener("input", () => {
    refresh();
    changed();
  });
  return {
    element,
    isFilled,
    read,
    text: () => box.value,
    setText,
    write: (/** @type {any} */ value) => setText(value === undefined ? "" : printJson(value, 2)),
    /** @param {import("./types.js").Missing[]} found @param {boolean} required */
    find: (found, required) => {
      const { trouble } = read();
      const message = trouble ?? (required && !isFilled() ? "is required" : null);
      if (!message) return;
      found.push({
        name: "Body",
        message,
        show: () => {
          reveal(box);
          box.focus();
        },
      });
    },
  };
}

/** How a field of a form is written. @param {Body} body @param {string} name
 * @param {import("../types.js").FormSchema} schema */
function partKind(body, name, schema) {
  const { style, contentType = "", file } = body.fields?.find((field) => field.name === name) ?? {};
  if (style && !file) return "text";
  return isJson(contentType) || typesOf(schema)[0] === "object" ? "json" : "part";
}

/** @param {Element} holder */
function hasRows(holder) {
  return rowsIn(holder).size > 0 || holder.querySelector(":scope > .choice, :scope > details.later") !== null;
}

/** @param {Element} holder @param {import("./types.js").Field} field @returns {Slot} */
function share(holder, field) {
  const slot = shared.get(holder) ?? createSlot(field);
  shared.set(holder, slot);
  return slot;
}

/** @param {string} contentType @param {boolean} required @param {() => void} changed @returns {Media} */
function createFileBody(contentType, required, changed) {
  const files = createFiles({ label: "Body", changed }, false, contentType.includes("*") ? undefined : contentType);
  const element = make("div", { class: "slot" }, make("div", { class: "slot-line" }, ...files.line), ...(files.below ? [files.below] : []));
  return {
    views: [],
    view: () => "file",
    setView: () => null,
    elements: () => [element],
    value: () => (files.isFilled() ? { contentType, file: files.read() } : undefined),
    isFilled: files.isFilled,
    give: () => undefined,
    take: () => {},
    find: (found) => {
      if (required && !files.isFilled()) found.push({ name: "Body", message: "needs a file", show: files.focus });
    },
    examples: [],
    fill: () => announce("There is no example of this file"),
    reset: () => void files.write(undefined),
  };
}
