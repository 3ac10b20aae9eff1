// Shows what is typed into an input that hides it.
import { button } from "../../make.js";

/** @param {HTMLInputElement | HTMLTextAreaElement} input */
export function makeShowButton(input) {
  return button("Show", (shows) => {
    const isHidden = input.getAttribute("type") === "password";
    input.setAttribute("type", isHidden ? "text" : "password");
    shows.setAttribute("aria-pressed", String(isHidden));
  }, { "aria-pressed": "false", class: "slot-button" });
}
