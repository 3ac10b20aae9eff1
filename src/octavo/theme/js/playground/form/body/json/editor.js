// A body as JSON text.
import { createHints } from "./hints.js";
import { makeCodeBox, readJson } from "../../inputs/raw.js";
import { make, makeId } from "../../../make.js";
import { printJson } from "../../../data/json.js";
import { reveal } from "../../rows/reveal.js";
import { say } from "../../../../shared/say.js";

/** @param {import("../../../types.js").FormSchema} schema @param {Element} holder Of the rows that describe it.
 * @param {() => void} tellChange */
export function createJsonEditor(schema, holder, tellChange) {
  const id = makeId("error");
  const box = makeCodeBox({ "aria-label": say("{label}, as JSON", { label: say("Body") }), rows: "8", placeholder: "JSON" });
  const error = make("p", { class: "slot-error", id });
  const hints = createHints(box, schema, holder);
  box.setAttribute("aria-describedby", `${id} ${hints.id}`);
  const element = make("div", { class: "slot body-text" }, box, error, ...hints.elements);
  const isFilled = () => box.value.trim() !== "";
  const read = () => (isFilled() ? readJson(box.value) : { value: undefined, trouble: null });

  function refresh() {
    const { trouble } = read();
    error.textContent = trouble ? say("This {trouble}", { trouble }) : "";
    element.classList.toggle("is-wrong", Boolean(trouble));
  }

  /** @param {string} text */
  function setText(text) {
    box.value = text;
    box.rows = Math.min(Math.max(text.split("\n").length + 1, 8), 24);
    refresh();
    hints.wait();
  }

  box.addEventListener("input", () => {
    refresh();
    tellChange();
  });
  return {
    element,
    isFilled,
    read,
    readText: () => box.value,
    setText,
    write: (/** @type {any} */ value) => setText(value === undefined ? "" : printJson(value, 2)),
    /** @param {import("../../types.js").Missing[]} fields @param {boolean} required */
    find: (fields, required) => {
      const { trouble } = read();
      const message = trouble ?? (required && !isFilled() ? say("is required") : null);
      if (!message) return;
      fields.push({
        name: say("Body"),
        message,
        show: () => {
          reveal(box);
          box.focus();
        },
      });
    },
  };
}
