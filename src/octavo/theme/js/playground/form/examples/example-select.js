// One of several examples, to be filled in.
import { make } from "../../make.js";
import { say } from "../../../shared/say.js";

/** @param {string[]} labels @param {(label: string) => void} fill */
export function makeExampleSelect(labels, fill) {
  const select = make("select", { class: "slot-input play-examples", "aria-label": say("Fill in an example") },
    make("option", { value: "" }, say("Fill in an example")), ...labels.map((label) => make("option", {}, label)));
  select.addEventListener("change", () => {
    if (!select.value) return;
    fill(select.value);
    select.value = "";
  });
  return select;
}
