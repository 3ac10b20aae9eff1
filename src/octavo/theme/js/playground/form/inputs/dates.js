// Dates and times, picked from the browser's calendar.
import { button, make } from "../../make.js";

/** A button that opens the browser's calendar. @param {string} format
 * @param {HTMLInputElement | HTMLTextAreaElement} input */
export function makeDateButton(format, input) {
  const type = format === "date" ? "date" : format === "time" ? "time" : "datetime-local";
  const picker = make("input", { type, class: "slot-picker", tabindex: "-1", "aria-hidden": "true", step: "1" });
  picker.addEventListener("input", () => {
    if (!picker.value) return;
    input.value = type === "datetime-local" ? new Date(picker.value).toISOString().replace(".000Z", "Z") : picker.value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const open = button("Pick", () => picker.showPicker?.(), { class: "slot-button", "aria-label": `Pick a ${format === "time" ? "time" : "date"}` });
  return [open, picker];
}
