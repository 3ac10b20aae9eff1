// The content types of the parts of a form: shown, chosen from those that are documented, or typed.
import { isMediaType } from "../../../request/body.js";
import { make, makeId } from "../../make.js";
import { say } from "../../../shared/say.js";

/** @typedef {import("../../../request/types.js").Body} Body */
/** @typedef {import("../../../request/types.js").Field} PartField */
/** @typedef {HTMLInputElement | HTMLSelectElement} Picker */

/**
 * @typedef {object} PartTypes
 * @property {(name: string) => HTMLElement | undefined} show What stands below the input of a part.
 * @property {(parts: any) => Record<string, string>} readTypes What is chosen, and what
 * files say of themselves where the document names a range.
 * @property {() => Map<string, string>} keep What the reader chose.
 * @property {(kept?: Map<string, string>) => void} restore
 * @property {(fields: import("../types.js").Missing[]) => void} find
 */

/** @type {WeakMap<Body, PartTypes>} Media types that have the same fields share them. */
const typesByBody = new WeakMap();

/** @param {Body} body @param {Record<string, string[]>} documented Where a part may have several.
 * @param {() => void} tellChange @returns {PartTypes} */
export function findPartTypes(body, documented, tellChange) {
  const types = typesByBody.get(body) ?? createPartTypes(body, documented, tellChange);
  typesByBody.set(body, types);
  return types;
}

/** @param {Body} body @param {Record<string, string[]>} documented @param {() => void} tellChange @returns {PartTypes} */
function createPartTypes(body, documented, tellChange) {
  /** @type {Map<string, Picker>} */
  const pickers = new Map();
  const listDocumented = (/** @type {string} */ name) => (Object.hasOwn(documented, name) ? documented[name] ?? [] : []);
  const isWrong = (/** @type {Picker} */ { value }) => value !== "" && !isMediaType(value);

  /** @param {PartField} field */
  function makePicker({ name, file, contentType }) {
    const choices = [contentType ?? "", ...listDocumented(name)].filter((each, at, all) => isMediaType(each) && all.indexOf(each) === at);
    const words = { class: "slot-input", "aria-label": say("Content type of {name}", { name }) };
    const options = choices.map((each) => make("option", { value: file || each !== contentType ? each : "" }, each));
    const id = makeId("types");
    const picker = file
      ? make("input", {
        ...words, type: "text", list: id, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
        placeholder: findRange(name) ?? contentType ?? say("as the file says"),
      })
      : make("select", words, ...options);
    picker.addEventListener("input", () => {
      picker.setAttribute("aria-invalid", String(isWrong(picker)));
      tellChange();
    });
    pickers.set(name, picker);
    return file ? [picker, make("datalist", { id }, ...options)] : [picker];
  }

  /** @param {string} name */
  const findRange = (name) => listDocumented(name).find((each) => each.endsWith("/*"));

  /** What files of a documented range are. @param {string} name @param {any} value */
  function findOwnType(name, value) {
    const range = findRange(name);
    const own = new Set((Array.isArray(value) ? value : [value]).map((each) => (each instanceof File ? each.type : "")));
    const [type = ""] = own;
    return range && own.size === 1 && isMediaType(type) && (range === "*/*" || type.startsWith(range.slice(0, -1))) ? type : "";
  }

  return {
    show: (name) => {
      const field = body.fields?.find((each) => each.name === name);
      if (!field || field.style || !(field.file || field.contentType)) return undefined;
      const isFixed = !field.file && listDocumented(name).length < 2;
      const parts = isFixed ? [make("code", {}, field.contentType)] : makePicker(field);
      return make("div", { class: "part-type" }, make("span", {}, say("Content type")), ...parts);
    },
    readTypes: (parts) => {
      /** @type {Record<string, string>} */
      const types = {};
      for (const [name, value] of parts instanceof Map ? parts : []) {
        const type = pickers.get(name)?.value || findOwnType(name, value);
        if (type) types[name] = type;
      }
      return types;
    },
    keep: () => new Map([...pickers].map(([name, { value }]) => /** @type {const} */ ([name, value])).filter(([, value]) => value)),
    restore: (types) => {
      for (const [name, picker] of pickers) {
        picker.value = String(types?.get(name) ?? "");
        if (picker instanceof HTMLSelectElement && picker.selectedIndex < 0) picker.value = "";
      }
    },
    find: (fields) => {
      for (const [name, picker] of pickers) {
        if (isWrong(picker)) fields.push({ name, message: say("needs a content type such as image/png"), show: () => picker.focus() });
      }
    },
  };
}
