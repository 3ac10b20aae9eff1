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
 * @property {() => any} give A value that another media type may take.
 * @property {(value: any) => void} take
 * @property {(found: import("./types.js").Missing[]) => void} find
 * @property {string[]} examples
 * @property {(label?: string) => void} fill
 * @property {() => void} reset
 */

/** @type {WeakMap<Element, Promise<Slot>>} Media types that have the same fields share them. */
const shared = new WeakMap();

/** @param {PlaygroundData} data @param {number} at @param {Element} holder @param {() => void} changed
 * @returns {Promise<Media>} */
export async function createMedia(data, at, holder, changed) {
  const body = /** @type {import("../../request/types.js").Body} */ (data.request.bodies[at]);
  const form = data.bodies[at] ?? {};
  const required = data.request.bodyRequired;
  const { contentType } = body;
  if (body.kind === "binary") return createFileBody(contentType, required, changed);
  const isCode = body.kind === "text" && isJson(contentType);
  const schema = await prepare(form.schema ?? {});
  const isFormed = body.kind !== "text" || isCode;
  const as = body.kind === "text" ? (isCode ? "json" : "text") : "part";
  /** @type {import("./types.js").Field} */
  const field = {
    schema: isFormed ? schema : { types: ["string"], format: "text" },
    label: "Body",
    caption: "Send a body",
    required,
    as,
    asOf: as === "part" ? (name, own) => partKind(body, name, own) : undefined,
    inside: isFormed && hasRows(holder) ? insideElement(holder) : null,
    changed,
  };
  const slot = await (isFormed ? share(holder, field) : createSlot(field));
  const errorId = newId("error");
  const box = makeCodeBox({ "aria-label": "Body, as JSON", rows: "8", "aria-describedby": errorId, placeholder: "JSON" });
  const error = make("p", { class: "slot-error", id: errorId });
  const isPlainJson = isCode && kindOf(field) === "raw";
  /** @type {View} */
  let view = isPlainJson ? "text" : "form";
  box.addEventListener("input", () => {
    refresh();
    changed();
  });

  function refresh() {
    const trouble = box.value.trim() ? readJson(box.value).trouble : null;
    error.textContent = trouble ? `This ${trouble}` : "";
    box.parentElement?.classList.toggle("is-wrong", Boolean(trouble));
  }

  /** @param {string} text */
  function setText(text) {
    box.value = text;
    box.rows = Math.min(Math.max(text.split("\n").length + 1, 8), 24);
    refresh();
  }

  /** @param {"form" | "text"} next */
  function setView(next) {
    if (next === view) return null;
    if (next === "text") {
      const value = slot.read();
      setText(value === undefined ? "" : printJson(value, 2));
    } else {
      const { value, trouble } = box.value.trim() ? readJson(box.value) : { value: undefined, trouble: null };
      if (trouble) return trouble;
      slot.write(value);
    }
    view = next;
    return null;
  }

  const isText = () => view === "text";
  const isFilled = () => (isText() ? box.value.trim() !== "" : slot.read() !== undefined);
  return {
    views: isCode && !isPlainJson ? ["form", "text"] : [],
    view: () => view,
    setView,
    elements: () => (isText() ? [make("div", { class: "slot body-text" }, box, error)] : [slot.element]),
    value: (masked) => {
      if (!isFilled()) return undefined;
      if (isText()) return { contentType, text: box.value };
      const value = slot.read(masked);
      if (body.kind !== "text") return formBody(body, value);
      return { contentType, text: isCode ? printJson(value, 2) : String(value) };
    },
    isFilled,
    give: () => (isText() ? readJson(box.value).value : slot.read()),
    take: (value) => {
      if (value === undefined || (as === "text" && typeof value !== "string")) return;
      if (isText()) setText(printJson(value, 2));
      else slot.write(value);
    },
    find: (found) => {
      const show = () => {
        reveal(box);
        box.focus();
      };
      if (!isText()) slot.find(found);
      else if (box.value.trim()) {
        const { trouble } = readJson(box.value);
        if (trouble) found.push({ name: "Body", message: trouble, show });
      } else if (required) found.push({ name: "Body", message: "is required", show });
    },
    examples: (form.examples ?? []).map(({ label }) => label),
    fill: (label) => {
      const example = form.examples?.find((each) => each.label === label) ?? form.examples?.[0];
      if (body.kind !== "text") return slot.write(example ? fromPlain(example.value) : exampleValue(schema));
      if (!example) return;
      const text = String(example.value);
      if (!isCode) return slot.write(text);
      const { value, trouble } = readJson(text);
      if (isText() || trouble) {
        view = "text";
        return setText(text);
      }
      slot.write(example.built ? withoutPlaceholders(value) : value);
    },
    reset: () => {
      slot.write(undefined);
      setText("");
    },
  };
}

/** How a field of a form is written. @param {import("../../request/types.js").Body} body
 * @param {string} name @param {import("../types.js").FormSchema} schema */
function partKind(body, name, schema) {
  const { style, contentType = "", file } = body.fields?.find((field) => field.name === name) ?? {};
  if (style && !file) return "text";
  return isJson(contentType) || typesOf(schema)[0] === "object" ? "json" : "part";
}

/** @param {Element} holder */
function hasRows(holder) {
  return rowsIn(holder).size > 0 || holder.querySelector(":scope > .choice, :scope > details.later") !== null;
}

/** @param {Element} holder @param {import("./types.js").Field} field @returns {Promise<Slot>} */
function share(holder, field) {
  if (!field.inside) return Promise.resolve(createSlot(field));
  let slot = shared.get(holder);
  if (!slot) {
    slot = Promise.resolve(createSlot(field));
    shared.set(holder, slot);
  }
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
