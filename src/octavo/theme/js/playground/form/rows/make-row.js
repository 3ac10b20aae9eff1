// Rows for fields that the page does not describe.
import { make } from "../../make.js";

/** A row for a field that the page does not describe.
 * @param {import("../../../request/types.js").Parameter} parameter */
export function makeRow({ name, in: place, required }) {
  const pills = [place, ...(required ? ["required"] : [])].map((word) => (
    make("span", { class: `field-pill${word === "required" ? " field-required" : ""}` }, word)));
  const head = make("div", { class: "field-head" }, make("code", { class: "field-name" }, name), ...pills);
  return make("div", { class: "field" }, head);
}
