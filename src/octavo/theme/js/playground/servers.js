// The server that requests go to: one of those that are documented, with its variables.
import { make } from "./make.js";
import { recall, remember } from "../storage.js";

/** @typedef {import("./types.js").PlaygroundData} PlaygroundData */
/** @typedef {import("./types.js").Servers} Servers */
/** @typedef {import("../request/types.js").Server} Server */

const KEY = "octavo-server";

/** @param {HTMLElement} root Where the choice is put. @param {PlaygroundData} data @returns {Servers} */
export function createServers(root, data) {
  const { servers } = data.request;
  /** @type {(() => void)[]} */
  const listeners = [];
  const known = readMemory();
  let chosen = Math.max(servers.findIndex(({ url }) => known.urls.includes(url)), 0);
  /** @type {Record<string, string>} */
  let variables = {};
  const inputs = make("div", { class: "server-variables" });
  const select = make("select", { class: "slot-input", "aria-label": "Server" },
    ...servers.map((server, at) => make("option", { value: String(at) }, labelOf(server))));

  function keep() {
    const url = servers[chosen]?.url ?? "";
    const { urls, values } = readMemory();
    // The last choice goes first; those of other pages stay.
    const others = urls.filter((other) => other !== url && !servers.some((server) => server.url === other));
    remember("localStorage", KEY, { urls: [url, ...others].slice(0, 20), values: { ...values, [url]: variables } });
    for (const listener of listeners) listener();
  }

  function show() {
    const server = servers[chosen];
    const kept = readMemory().values[server?.url ?? ""] ?? {};
    variables = {};
    for (const { name, enum: allowed } of server?.variables ?? []) {
      const value = kept[name];
      if (typeof value === "string" && (!allowed?.length || allowed.includes(value))) variables[name] = value;
    }
    inputs.replaceChildren(...(server?.variables ?? []).map((variable) => makeVariable(variable, variables, keep)));
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
  const only = make("code", { class: "server-only" }, servers[0]?.url ?? "");
  root.append(make("div", { class: "servers" }, make("span", { class: "servers-name" }, "Server"), servers.length > 1 ? select : only, inputs));
  return {
    values: () => ({ server: chosen, variables: { ...variables } }),
    choose: (at, own) => {
      const { urls, values } = readMemory();
      remember("localStorage", KEY, { urls, values: { ...values, [servers[at]?.url ?? ""]: own } });
      turn(at);
    },
    onChange: (listener) => listeners.push(listener),
  };
}

/** @returns {{urls: string[], values: Record<string, Record<string, string>>}} */
function readMemory() {
  const { urls, values } = recall("localStorage", KEY) ?? {};
  return {
    urls: Array.isArray(urls) ? urls : [],
    values: typeof values === "object" && values !== null ? values : {},
  };
}

/** @param {Server} server */
function labelOf({ url, name, description }) {
  const words = (name ?? description)?.replaceAll("`", "");
  return words ? `${url} (${words.length > 60 ? `${words.slice(0, 60)}…` : words})` : url;
}

/** @param {import("../request/types.js").ServerVariable} variable @param {Record<string, string>} values
 * @param {() => void} keep */
function makeVariable({ name, default: usual, enum: allowed, description }, values, keep) {
  const attributes = { class: "slot-input", "aria-label": `Server variable ${name}`, title: description };
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
