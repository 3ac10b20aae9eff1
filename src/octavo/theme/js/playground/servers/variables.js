// What asks for the values of a server's variables.
import { make } from "../make.js";
import { say } from "../../shared/say.js";

/** @param {HTMLElement} place @param {import("../../request/types.js").Server} server
 * @param {Record<string, string>} values Get what is chosen. @param {() => void} keep */
export function showVariables(place, server, values, keep) {
  place.replaceChildren(...server.variables.map((variable) => makeVariable(variable, values, keep)));
}

/** @param {import("../../request/types.js").ServerVariable} variable @param {Record<string, string>} values
 * @param {() => void} keep */
function makeVariable({ name, default: usual, enum: allowed, description }, values, keep) {
  const attributes = { class: "slot-input", "aria-label": say("Server variable {name}", { name }), title: description };
  const input = allowed?.length
    ? make("select", attributes, ...allowed.map((value) => make("option", {}, value)))
    : make("input", { ...attributes, type: "text", placeholder: usual, autocomplete: "off", spellcheck: "false" });
  input.value = values[name] ?? (allowed?.length ? usual : "");
  input.addEventListener("input", () => {
    if (input.value && input.value !== usual) values[name] = input.value;
    else delete values[name];
    keep();
  });
  return make("label", { class: "server-variable" }, make("code", {}, name), input);
}
