// Copies of the rows that describe the fields of one item, for each item that there is.
import { make } from "../../make.js";

let copies = 0;

/** Copies rows without the inputs they may have; ids are made unique. @param {Element | null} holder */
export function copyRows(holder) {
  if (!holder) return null;
  copies += 1;
  const rows = [...holder.children].filter((child) => child.matches(".field, .choice"));
  const copy = make("div", { class: "item-fields" }, ...rows.map((row) => row.cloneNode(true)));
  for (const part of copy.querySelectorAll(".slot, .field-link")) part.remove();
  // Each item makes its own choice.
  for (const group of copy.querySelectorAll("[data-step]")) group.removeAttribute("data-step");
  for (const element of copy.querySelectorAll("[id]")) element.id += `~${copies}`;
  for (const name of ["aria-controls", "aria-labelledby"]) {
    for (const element of copy.querySelectorAll(`[${name}]`)) {
      element.setAttribute(name, `${element.getAttribute(name)}~${copies}`);
    }
  }
  return copy;
}
