// The list from which the reader chooses one of several ways to prove who they are.
import { make } from "../make.js";
import { say } from "../../shared/say.js";

/** @param {import("../types.js").PlaygroundData["request"]["security"]} security @param {number} chosen @param {(index: number) => void} choose */
export function createChooser(security, chosen, choose) {
  const labels = security.map((schemes) => schemes.map(({ key }) => key).join(" & ") || say("No credentials"));
  const options = labels.map((label, index) => make("option", { value: String(index) }, label));
  const select = make("select", { class: "slot-input" }, ...options);
  select.value = String(chosen);
  select.addEventListener("change", () => choose(Number(select.value)));
  return make("label", { class: "play-auth-choice" }, say("Send with"), " ", select);
}
