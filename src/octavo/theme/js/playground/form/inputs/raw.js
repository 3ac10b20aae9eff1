// JSON as a text, for values that no other input can show.
import { JsonError, parseJson, printJson } from "../../data/json.js";
import { make } from "../../make.js";
import { say } from "../../../shared/say.js";

/** @typedef {import("../types.js").Control} Control */

/** @param {string} text @returns {{value?: import("../../data/json.js").Value, trouble: string | null}} */
export function readJson(text) {
  try {
    return { value: parseJson(text), trouble: null };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { trouble: say("is not valid JSON, line {line}: {message}", { line: error.line, message: error.message }) };
  }
}

/** A box for code. @param {Record<string, string | undefined>} attributes */
export function makeCodeBox(attributes) {
  const box = make("textarea", { class: "slot-input slot-code", spellcheck: "false", autocapitalize: "off", ...attributes });
  box.addEventListener("keydown", (event) => {
    // Tab leaves the box, as everywhere; what is usual in code is made with Enter alone.
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const before = box.value.slice(0, box.selectionStart);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    const blanks = /^ */.exec(line)?.[0] ?? "";
    const deeper = /[[{]\s*$/.test(line) ? "  " : "";
    box.setRangeText(`\n${blanks}${deeper}`, box.selectionStart, box.selectionEnd, "end");
    box.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return box;
}

/** @param {import("../types.js").Field} field @returns {Control} */
export function createRaw({ label, describedBy, tellChange, schema }) {
  const example = schema.example === undefined ? "JSON" : say("JSON, such as {value}", { value: JSON.stringify(schema.example).slice(0, 60) });
  const box = makeCodeBox({ "aria-label": say("{label}, as JSON", { label }), "aria-describedby": describedBy, rows: "2", placeholder: example });
  box.addEventListener("input", tellChange);
  const isFilled = () => box.value.trim() !== "";
  return {
    line: [box],
    isFilled,
    read: () => (isFilled() ? readJson(box.value).value : undefined),
    write: (value) => {
      box.value = value === undefined ? "" : printJson(value, 2);
      return true;
    },
    findTrouble: () => readJson(box.value).trouble,
    focus: () => box.focus(),
  };
}
