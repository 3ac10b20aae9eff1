// The server that requests go to: one of those that are documented, with its variables. Where the
// document does not say the host, the reader may enter an address.
import { fillAddress, findServer, findVariables, keepChoice, showInBar } from "../../api/chosen-server.js";
import { make } from "../make.js";
import { say } from "../../shared/say.js";

/** @typedef {import("../types.js").PlaygroundData} PlaygroundData */
/** @typedef {import("../types.js").Servers} Servers */
/** @typedef {import("../../request/types.js").Server} Server */

/** @param {HTMLElement} root Where the choice is put. @param {HTMLElement} endpoint Shows what is chosen.
 * @param {PlaygroundData} data @returns {Promise<Servers>} */
export async function createServers(root, endpoint, data) {
  const { document: source, request: { servers } } = data;
  const written = fillAddress(servers[0]);
  const asks = servers.some(({ assumed }) => assumed) ? await import("./address.js") : null;
  const own = asks?.createAddress(source, servers, tell);
  /** @type {(() => void)[]} */
  const listeners = [];
  let chosen = findServer(servers);
  /** @type {Record<string, string>} */
  let variables = {};
  const inputs = make("div", { class: "server-variables" });
  const select = make("select", { class: "slot-input", "aria-label": say("Server") },
    ...servers.map((server, at) => make("option", { value: String(at) }, writeLabel(server))));
  const only = make("code", { class: "server-only" });

  function tell() {
    showInBar(endpoint, fillAddress(servers[chosen], variables), written);
    for (const listener of listeners) listener();
  }

  function keep() {
    keepChoice(servers, chosen, variables);
    tell();
  }

  function show() {
    const server = servers[chosen];
    variables = findVariables(server);
    inputs.replaceChildren();
    if (server?.variables.length) import("./variables.js").then(({ showVariables }) => server === servers[chosen] && showVariables(inputs, server, variables, keep));
    only.textContent = server?.url ?? "";
    only.hidden = servers.length > 1 || Boolean(server?.assumed);
    own?.show(server);
  }

  /** @param {number} at */
  function turn(at) {
    chosen = at;
    select.value = String(at);
    show();
    keep();
  }

  select.value = String(chosen);
  select.addEventListener("change", () => turn(Number(select.value)));
  show();
  root.append(make("div", { class: "servers" }, make("span", { class: "servers-name" }, say("Server")), servers.length > 1 && select, only, inputs, ...(own?.elements ?? [])));
  return {
    readValues: () => ({ server: chosen, variables: { ...variables } }),
    choose: (at, values) => {
      keepChoice(servers, at, values);
      turn(at);
    },
    find: (fields) => own?.find(fields),
    written,
    onChange: (listener) => listeners.push(listener),
  };
}

/** @param {Server} server */
function writeLabel({ url, name, description }) {
  const words = (name ?? description)?.replaceAll("`", "");
  return words ? `${url} (${words.length > 60 ? `${words.slice(0, 60)}…` : words})` : url;
}
