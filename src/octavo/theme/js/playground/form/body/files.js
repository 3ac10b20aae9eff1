// Files: chosen or dropped, several where that is allowed.
import { announce } from "../../../shared/announce.js";
import { makeButton, make } from "../../make.js";
import { buildFormBody, findPartKind } from "./form-fields.js";
import { findPartTypes } from "./part-types.js";
import { say } from "../../../shared/say.js";

/** @typedef {import("../types.js").Control} Control */

/** @param {Pick<import("../types.js").Field, "label" | "describedBy" | "tellChange">} field
 * @param {boolean} isList @param {string} [accept] @returns {Control} */
function createFiles({ label, describedBy, tellChange }, isList, accept) {
  /** @type {File[]} */
  let files = [];
  const input = make("input", {
    type: "file", class: "file-input", "aria-label": label, "aria-describedby": describedBy, accept,
    multiple: isList || undefined,
  });
  const list = make("ul", { class: "file-list" });
  const prompt = make("span", { class: "file-prompt" }, isList ? say("Choose files, or drop them here") : say("Choose a file, or drop it here"));
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
      make("span", { class: "file-size" }, describeBytes(file.size)),
      makeButton(say("Remove"), () => {
        files = files.filter((_, other) => other !== at);
        announce(say("{name} removed", { name: file.name }));
        show();
        input.focus();
      }, { class: "slot-button", "aria-label": say("Remove {name}", { name: file.name }) }))));
    tellChange();
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
export const forms = { createFiles, createFileBody, buildFormBody, findPartKind, findPartTypes };

/** A body that is one file. @param {string} contentType @param {boolean} required @param {() => void} tellChange
 * @returns {import("./media.js").Media} */
function createFileBody(contentType, required, tellChange) {
  const files = createFiles({ label: say("Body"), tellChange }, false, contentType.includes("*") ? undefined : contentType);
  const element = make("div", { class: "slot" }, make("div", { class: "slot-line" }, ...files.line), ...(files.below ? [files.below] : []));
  return {
    views: [],
    readView: () => "file",
    setView: async () => null,
    listElements: () => [element],
    readValue: () => (files.isFilled() ? { contentType, file: files.read() } : undefined),
    isFilled: files.isFilled,
    give: () => undefined,
    take: () => {},
    find: (fields) => {
      if (required && !files.isFilled()) fields.push({ name: say("Body"), message: say("needs a file"), show: files.focus });
    },
    examples: [],
    fill: async () => announce(say("There is no example of this file")),
    reset: () => void files.write(undefined),
  };
}

/** @param {number} bytes */
export function describeBytes(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  const [size, unit] = bytes < 1e6 ? [bytes / 1000, "kB"] : [bytes / 1e6, "MB"];
  return `${size.toFixed(size < 10 ? 1 : 0)} ${unit}`;
}
