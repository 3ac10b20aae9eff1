// Shows what is typed into an input that hides it.
import { makeButton } from "../../make.js";
import { say } from "../../../shared/say.js";

/** @param {HTMLInputElement | HTMLTextAreaElement} input */
export function makeShowButton(input) {
  return makeButton(say("Show"), (shows) => {
    const isHidden = input.getAttribute("type") === "password";
    input.setAttribute("type", isHidden ? "text" : "password");
    shows.setAttribute("aria-pressed", String(isHidden));
  }, { "aria-pressed": "false", class: "slot-button" });
}
