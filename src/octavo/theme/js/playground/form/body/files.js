// Files: chosen or dropped, several where that is allowed.
import { announce } from "../../../shared/announce.js";
import { button, make } from "../../make.js";
import { formBody, partKind } from "./form-fields.js";
import { partTypesOf } from "./part-types.js";

/** @typedef {import("../types.js").Control} Control */

/** @param {Pick<import("../types.js").Field, "label" | "describedBy" | "changed">} field
 * @param {boolean} isList @param {string} [accept] @returns {Control} */
function createFiles({ label, describedBy, changed }, isList, accept) {
  /** @type {File[]} */
  let files = [];
  const input = make("input", {
    type: "file", class: "file-input", "aria-label": label, "aria-describedby": describedBy, accept,
    multiple: isList || undefined,
  });
  const list = make("ul", { class: "file-list" });
  const prompt = make("span", { class: "file-prompt" }, isList ? "Choose files, or drop them here" : "Choose a file, or drop it here");
  const drop = make("label", { class: "file-drop" }, input, prompt);

  /** @param {File[]} added */
  function add(added) {
    files = isList ? [...files, ...added] : added.slice(0, 1);
    input.value = "";
    show();
  }

  function show() {
    list.replaceChildren(...files.map((file, at) => make("li", {},
      make("span", { class: "file-name" }, file.name),
      make("span", { class: "file-size" }, sizeInWords(file.size)),
      button("Remove", () => {
        files = files.filter((_, other) => other !== at);
        announce(`${file.name} removed`);
        show();
        input.focus();
      }, { class: "slot-button", "aria-label": `Remove ${file.name}` }))));
    changed();
  }

  input.addEventListener("change", () => add([...(input.files ?? [])]));
  for (const name of ["dragover", "dragleave", "drop"]) {
    drop.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.toggle("is-over", name === "dragover");
      const uploads = /** @type {DragEvent} */ (event).dataTransfer?.files;
      if (name === "drop" && uploads?.length) add([...uploads]);
    });
  }
  return {
    line: [drop],
    below: list,
    isFilled: () => files.length > 0,
    read: () => (isList ? files : files[0]),
    write: (value) => {
      const uploads = (Array.isArray(value) ? value : [value]).filter((each) => each instanceof File);
      files = isList ? uploads : uploads.slice(0, 1);
      show();
      return value === undefined || uploads.length > 0;
    },
    focus: () => input.focus(),
  };
}

/** What bodies need that are forms or files. */
export const forms = { createFiles, createFileBody, formBody, partKind, partTypesOf };

/** A body that is one file. @param {string} contentType @param {boolean} required @param {() => void} changed
 * @returns {import("./media.js").Media} */
function createFileBody(contentType, required, changed) {
  const files = createFiles({ label: "Body", changed }, false, contentType.includes("*") ? undefined : contentType);
  const element = make("div", { class: "slot" }, make("div", { class: "slot-line" }, ...files.line), ...(files.below ? [files.below] : []));
  return {
    views: [],
    view: () => "file",
    setView: async () => null,
    elements: () => [element],
    value: () => (files.isFilled() ? { contentType, file: files.read() } : undefined),
    isFilled: files.isFilled,
    give: () => undefined,
    take: () => {},
    find: (fields) => {
      if (required && !files.isFilled()) fields.push({ name: "Body", message: "needs a file", show: files.focus });
    },
    examples: [],
    fill: async () => announce("There is no example of this file"),
    reset: () => void files.write(undefined),
  };
}

/** @param {number} bytes */
export function sizeInWords(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  const [size, unit] = bytes < 1e6 ? [bytes / 1000, "kB"] : [bytes / 1e6, "MB"];
  return `${size.toFixed(size < 10 ? 1 : 0)} ${unit}`;
}
