// Rows for fields that the page does not describe.
import { make } from "../../make.js";
import { say } from "../../../shared/say.js";

/** A row for a field that the page does not describe.
 * @param {import("../../../request/types.js").Parameter} parameter */
export function makeRow({ name, in: place, required }) {
  const head = make("div", { class: "field-head" },
    make("code", { class: "field-name" }, name),
    make("span", { class: "field-pill" }, place),
    required && make("span", { class: "field-pill field-required" }, say("required")));
  return make("div", { class: "field" }, head);
}
