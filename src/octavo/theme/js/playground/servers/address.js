// What asks for the address of a server whose host the document does not say.
import { nameServer } from "../../api/chosen-server.js";
import { enter, guessAddress, settle } from "../../api/entered-address.js";
import { make, makeId } from "../make.js";
import { say } from "../../shared/say.js";

/** @typedef {import("../../request/types.js").Server} Server */

/** @param {string} source The document. @param {Server[]} servers Get the addresses. @param {() => void} tell */
export function createAddress(source, servers, tell) {
  /** @type {Server | undefined} */
  let current;
  settle(source, servers);
  const id = makeId("address");
  const input = make("input", {
    type: "url", class: "slot-input", "aria-label": say("Address of the server"), "aria-describedby": id, autocomplete: "off", spellcheck: "false",
  });
  const hint = make("p", { class: "play-hint", id });
  const isWrong = () => !input.hidden && input.value.trim() !== "" && !isAddress(input.value.trim());

  function refresh() {
    hint.textContent = isWrong() ? say("This is no address such as https://api.example.com/v1")
      : say("The document does not name the API's host. Your address holds in this tab; the browser calls it.");
    input.setAttribute("aria-invalid", String(isWrong()));
  }

  input.addEventListener("input", () => {
    refresh();
    if (isWrong() || !current) return;
    enter(source, current, input.value.trim());
    settle(source, servers);
    tell();
  });
  return {
    elements: [input, hint],
    /** @param {Server | undefined} server */
    show: (server) => {
      current = server;
      input.hidden = hint.hidden = !server?.assumed;
      if (!server?.assumed) return;
      input.placeholder = guessAddress(nameServer(server));
      input.value = server.url === input.placeholder ? "" : server.url;
      refresh();
    },
    /** @param {import("../types.js").Missing[]} fields */
    find: (fields) => {
      if (isWrong()) fields.push({ name: say("Server"), message: say("needs an address"), show: () => input.focus() });
    },
  };
}

/** @param {string} text */
function isAddress(text) {
  return /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text);
}
