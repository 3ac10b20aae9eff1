// Dates and times, picked from the browser's calendar.
import { makeButton, make } from "../../make.js";
import { say } from "../../../shared/say.js";

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
  const open = makeButton(say("Pick"), () => picker.showPicker?.(), { class: "slot-button", "aria-label": format === "time" ? say("Pick a time") : say("Pick a date") });
  return [open, picker];
}
