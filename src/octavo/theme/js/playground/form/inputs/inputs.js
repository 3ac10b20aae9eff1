// Inputs for single values: texts, numbers, dates, secrets, and values to pick from.
import { Exact, readPlain, isNumber, isNumeric, readNumber, printJson } from "../../data/json.js";
import { allowsNull, writeHint, writeShort, findTextKind } from "../kinds.js";
import { make } from "../../make.js";
import { loadPatterns } from "../../patterns/load-patterns.js";
import { say } from "../../../shared/say.js";

/** @typedef {import("../types.js").Control} Control */
/** @typedef {import("../types.js").Field} Field */
/** @typedef {HTMLInputElement | HTMLTextAreaElement} TextInput */
/** @typedef {ReturnType<typeof import("../../patterns/patterns.js").createVerdict>} Fits */

const OTHER = "other";

/** @param {Field} field @returns {Record<string, string | undefined>} */
function buildAttributes({ label, required, describedBy }) {
  return {
    "aria-label": label,
    "aria-describedby": describedBy,
    "aria-required": required ? "true" : undefined,
    autocomplete: "off",
  };
}

// texts

/** @param {Field} field @returns {Control} */
export function createText(field) {
  const { schema } = field;
  const kind = findTextKind(schema);
  const attributes = {
    ...buildAttributes(field), class: "slot-input", placeholder: writeHint(schema) || undefined, spellcheck: "false",
  };
  /** @type {TextInput} */
  let input = kind === "lines" ? makeLines() : make("input", { ...attributes, type: kind === "secret" ? "password" : "text" });
  let exact = "";
  /** @type {Fits | undefined} */
  let fits;
  if (schema.pattern) loadPatterns().then((patterns) => {
    fits = patterns?.createVerdict(schema.pattern ?? "", field.tellVerdict);
    field.tellVerdict?.();
  });
  input.addEventListener("input", field.tellChange);
  input.addEventListener("keydown", (event) => {
    const { key, shiftKey } = /** @type {KeyboardEvent} */ (event);
    if (key !== "Enter" || !shiftKey || input instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    insert("\n");
  });
  input.addEventListener("paste", (event) => {
    const text = /** @type {ClipboardEvent} */ (event).clipboardData?.getData("text") ?? "";
    if (!/[\r\n]/.test(text) || input instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    insert(text);
  });

  function makeLines() {
    return make("textarea", { ...attributes, rows: "2" });
  }

  /** Puts a text with lines into an input that has only one. @param {string} text */
  function insert(text) {
    const { value, selectionStart, selectionEnd } = input;
    const start = selectionStart ?? value.length;
    set(value.slice(0, start) + text + value.slice(selectionEnd ?? start));
    input.focus();
    input.setSelectionRange(start + text.length, start + text.length);
    field.tellChange();
  }

  /** @param {string} text */
  function set(text) {
    if (text.includes("\n") && input instanceof HTMLInputElement && kind !== "secret") {
      const lines = makeLines();
      lines.addEventListener("input", field.tellChange);
      input.replaceWith(lines);
      input = lines;
    }
    exact = text;
    input.value = text;
  }

  // A text box changes the ends of lines: as long as the reader changes nothing, nothing changes.
  const get = () => (input.value === exact.replace(/\r\n?/g, "\n") ? exact : input.value);
  const helper = kind === "secret" ? makeHelper(import("./show-secret.js").then(({ makeShowButton }) => [makeShowButton(input)]))
    : kind === "date" ? makeHelper(import("./dates.js").then(({ makeDateButton }) => makeDateButton(schema.format ?? "", input))) : null;
  // Browsers want passwords in separate forms; this one is never submitted.
  const part = kind === "secret" ? make("form", { class: "slot-secret" }, input) : input;
  part.addEventListener("submit", (event) => event.preventDefault());
  return {
    line: [/** @type {HTMLElement} */ (part), ...(helper ? [helper] : [])],
    mayBeEmpty: true,
    isFilled: () => input.value !== "",
    read: (masked) => (masked && kind === "secret" ? "<secret>" : get()),
    write: (value) => {
      if (value !== undefined && typeof value !== "string" && !(field.as !== "json" && isScalar(value))) return false;
      set(value === undefined ? "" : String(value));
      return true;
    },
    findTrouble: () => findTextTrouble(schema, get(), fits),
    focus: () => input.focus(),
  };
}

/** @param {unknown} value */
function isScalar(value) {
  return typeof value === "boolean" || isNumeric(value);
}

/** @param {import("../../types.js").FormSchema} schema @param {string} text
 * @param {Fits} [fits] Whether it matches the pattern. */
export function findTextTrouble({ minLength = 0, maxLength = Infinity, pattern }, text, fits) {
  const { length } = [...text];
  if (length < minLength) return say("must have at least {count} characters", { count: minLength });
  if (length > maxLength) return say("must have at most {count} characters", { count: maxLength });
  const verdict = fits ? fits(text) : null;
  if (verdict === undefined) return undefined;
  return verdict === false ? say("must match {pattern}", { pattern }) : null;
}

/** What helps with an input, loaded for it. @param {Promise<HTMLElement[]>} parts */
function makeHelper(parts) {
  const place = make("span", { class: "slot-date" });
  parts.then((helpers) => place.append(...helpers), () => {});
  return place;
}

// numbers

/** @param {Field} field @returns {Control} */
export function createNumber(field) {
  const { schema } = field;
  const isInteger = wantsInteger(schema);
  const writeBound = (/** @type {number | undefined} */ value) => (value === undefined ? undefined : String(value));
  const input = make("input", {
    ...buildAttributes(field), class: "slot-input", type: "number", placeholder: writeHint(schema) || undefined,
    inputmode: isInteger ? "numeric" : "decimal", min: writeBound(schema.minimum), max: writeBound(schema.maximum),
    step: writeBound(schema.multipleOf) ?? (isInteger ? "1" : "any"),
  });
  input.addEventListener("input", field.tellChange);
  return {
    line: [input],
    isFilled: () => input.value !== "" || input.validity.badInput,
    read: () => (isNumber(input.value) ? readNumber(input.value) : input.value),
    write: (value) => {
      input.value = value === undefined ? "" : String(value);
      return value === undefined || (isNumeric(value) && input.value === String(value));
    },
    findTrouble: () => findNumberTrouble(schema, input.validity.badInput ? "" : input.value),
    focus: () => input.focus(),
  };
}

/** @param {import("../../types.js").FormSchema} schema */
function wantsInteger({ types }) {
  return Boolean(types?.includes("integer") && !types.includes("number"));
}

/** @param {import("../../types.js").FormSchema} schema @param {string} text */
export function findNumberTrouble(schema, text) {
  if (!isNumber(text)) return say("must be a number");
  const value = Number(text);
  if (wantsInteger(schema) && !Number.isInteger(value)) return say("must be a whole number");
  if (value < Number(schema.minimum ?? -Infinity)) return say("must be at least {limit}", { limit: schema.minimum });
  if (value > Number(schema.maximum ?? Infinity)) return say("must be at most {limit}", { limit: schema.maximum });
  if (value <= Number(schema.exclusiveMinimum ?? -Infinity)) return say("must be more than {limit}", { limit: schema.exclusiveMinimum });
  return value >= Number(schema.exclusiveMaximum ?? Infinity) ? say("must be less than {limit}", { limit: schema.exclusiveMaximum }) : null;
}

// values to pick from

/** @param {Field} field @param {import("../types.js").CreateSlot} _create
 * @param {(value: string) => void} showOther Asks for a value that is not in the list. @returns {Control} */
export function createPick(field, _create, showOther) {
  const { schema } = field;
  const values = (schema.const !== undefined ? [schema.const] : schema.enum ?? [true, false]).map(readPlain);
  if (allowsNull(schema) && !values.includes(null)) values.push(null);
  const isFixed = values.length === 1;
  const unset = field.always || field.required ? say("Choose") : schema.default === undefined ? say("Not sent") : say("Not sent (default {value})", { value: writeShort(schema.default) });
  const select = make("select", { ...buildAttributes(field), class: "slot-input" },
    make("option", { value: "" }, unset),
    ...values.map((value, at) => make("option", { value: String(at) }, writeWords(value))),
    make("option", { value: OTHER }, say("Other value")));
  select.addEventListener("change", () => {
    if (select.value !== OTHER) return field.tellChange();
    select.value = "";
    showOther("");
  });
  const isSet = () => select.value !== "";
  const isOnlyOne = isFixed && Boolean(field.required);
  if (isOnlyOne) select.value = "0";
  return {
    line: [select],
    picks: true,
    fixed: isOnlyOne,
    isFilled: isSet,
    read: () => (isSet() ? values[Number(select.value)] : undefined),
    write: (value) => {
      const at = value === undefined ? (isOnlyOne ? 0 : -1) : values.findIndex((each) => isSame(each, value, field.as));
      select.value = at < 0 ? "" : String(at);
      return at >= 0 || value === undefined;
    },
    focus: () => select.focus(),
  };
}

/** @param {any} value */
function writeWords(value) {
  return typeof value === "string" && value ? value : value instanceof Exact ? value.text : writeShort(printJson(value));
}

/** @param {any} one @param {any} other @param {Field["as"]} as */
function isSame(one, other, as) {
  if (as !== "json" && one !== null && other !== null && typeof one !== "object" && typeof other !== "object") {
    return String(one) === String(other);
  }
  return printJson(one) === printJson(other);
}
