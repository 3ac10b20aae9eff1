// Named environments: a server with its variables, and what the reader added. They are kept in this
// browser only, and hold no credentials.
import { announce } from "../../shared/announce.js";
import { serverName } from "../../api/chosen-server.js";
import { recall, remember } from "../../shared/storage.js";
import { downloadJson } from "./download.js";
import { isSecret } from "./extras.js";
import { button, make } from "../make.js";

/** @typedef {import("../types.js").Added} Added */

/**
 * @typedef {object} Environment
 * @property {string} name
 * @property {string} server Its address, as it is documented.
 * @property {Record<string, string>} variables Of the server.
 * @property {Added[]} added
 */

const STORED = "octavo-environments";
const MOST_ENVIRONMENTS = 30;
const MOST_ADDED = 30;
const LONGEST_LABEL = 60;
const LONGEST_ADDED = 4000;
const LARGEST_FILE = 500_000;

/** @param {HTMLElement} place @param {import("../types.js").PlaygroundData} data
 * @param {import("../types.js").Servers} servers @param {import("../types.js").Extras} extras */
export function createEnvironments(place, data, servers, extras) {
  let isApplying = false;
  const select = make("select", { class: "slot-input", "aria-label": "Environment" });
  const name = make("input", {
    type: "text", class: "slot-input", "aria-label": "Name of the environment", placeholder: "Name", maxlength: String(LONGEST_LABEL),
    autocomplete: "off", spellcheck: "false",
  });
  const file = make("input", { type: "file", accept: ".json,application/json", hidden: true, "aria-label": "File with environments" });
  const status = make("p", { class: "play-hint", role: "status" });
  const renames = button("Rename", rename, { class: "play-tool" });
  const deletes = button("Delete", deleteChosen, { class: "play-tool" });
  const exports = button("Export", () => downloadJson("environments.json", { environments: read().list }), { class: "play-tool" });
  place.append(
    make("div", { class: "environment-line" }, make("span", { class: "servers-name" }, "Environment"), select, name),
    make("div", { class: "environment-line" }, button("Save", save, { class: "play-tool" }), renames, deletes, exports,
      button("Import", () => file.click(), { class: "play-tool" }), file),
    status);
  select.addEventListener("change", () => choose(select.value));
  file.addEventListener("change", () => void importFile());
  servers.onChange(leave);
  show();
  const { chosen } = read();
  if (chosen) apply(chosen);

  function show() {
    const { list, chosen: now } = read();
    select.replaceChildren(make("option", { value: "" }, "None"), ...list.map((each) => make("option", { value: each.name }, each.name)));
    select.value = now?.name ?? "";
    name.value = now?.name ?? "";
    renames.hidden = deletes.hidden = !now;
    exports.hidden = !list.length;
  }

  /** @param {Environment[]} list @param {string} now @param {string} message */
  function keep(list, now, message) {
    remember("localStorage", STORED, list.length ? { list, chosen: now } : null);
    show();
    status.textContent = message;
  }

  /** @param {string} label */
  function choose(label) {
    const { list } = read();
    const environment = list.find((each) => each.name === label);
    keep(list, environment?.name ?? "", "");
    if (environment) apply(environment);
  }

  /** @param {Environment} environment */
  function apply({ name: label, server, variables, added }) {
    const at = data.request.servers.findIndex((each) => serverName(each) === server);
    if (at < 0) return void (status.textContent = `${label} is for ${server}, which is no server of this operation: nothing was changed.`);
    isApplying = true;
    servers.choose(at, variables);
    extras.restore(added);
    isApplying = false;
    announce(`${label} is in use`);
  }

  /** Another server is no longer the environment: on the next page it must not come back. */
  function leave() {
    const { list, chosen: now } = read();
    if (isApplying || !now || isSame(now, current(now.name))) return;
    keep(list, "", `${now.name} is no longer in use.`);
  }

  /** @param {string} label @returns {Environment} */
  function current(label) {
    const { server, variables } = servers.values();
    const chosen = data.request.servers[server];
    return { name: label, server: chosen ? serverName(chosen) : "", variables, added: extras.keep() };
  }

  function save() {
    const label = name.value.trim();
    if (!label) return ask();
    const { list } = read();
    const others = list.filter((each) => each.name !== label);
    if (others.length >= MOST_ENVIRONMENTS) return void (status.textContent = `There may be ${MOST_ENVIRONMENTS} environments: delete one first.`);
    const left = extras.secrets();
    const note = left.length ? ` Not kept, because it may be a credential: ${left.join(", ")}.` : "";
    keep([...others, current(label)], label, `${label} is saved.${note}`);
  }

  function rename() {
    const label = name.value.trim();
    if (!label) return ask();
    const { list, chosen: now } = read();
    if (!now || now.name === label) return;
    if (list.some((each) => each.name === label)) return void (status.textContent = `There is another environment called ${label}.`);
    keep(list.map((each) => (each === now ? { ...each, name: label } : each)), label, `${now.name} is called ${label} now.`);
  }

  function ask() {
    status.textContent = "Enter a name first.";
    name.focus();
  }

  function deleteChosen() {
    const { list, chosen: now } = read();
    keep(list.filter((each) => each !== now), "", `${now?.name} is deleted.`);
    select.focus();
  }

  async function importFile() {
    const [upload] = file.files ?? [];
    file.value = "";
    if (!upload) return;
    const added = upload.size > LARGEST_FILE ? [] : readAll(parse(await upload.text())?.environments);
    if (!added.length) return void (status.textContent = "This file holds no environments, or is too large.");
    const { list, chosen: now } = read();
    const names = new Set(added.map((each) => each.name));
    const all = [...list.filter((each) => !names.has(each.name)), ...added].slice(0, MOST_ENVIRONMENTS);
    const count = all.filter((each) => added.includes(each)).length;
    keep(all, now?.name ?? "", `${count} environment${count === 1 ? "" : "s"} imported.`);
  }
}

/** @returns {{list: Environment[], chosen: Environment | undefined}} */
function read() {
  const kept = recall("localStorage", STORED);
  const list = readAll(kept?.list);
  return { list, chosen: list.find(({ name }) => name === kept?.chosen) };
}

/** @param {string} text @returns {any} */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whatever is an environment, each name once. @param {unknown} data @returns {Environment[]} */
function readAll(data) {
  /** @type {Map<string, Environment>} */
  const byName = new Map();
  for (const each of Array.isArray(data) ? data.slice(0, MOST_ENVIRONMENTS) : []) {
    const name = isText(each?.name, LONGEST_LABEL) ? each.name.trim() : "";
    if (!name || !isText(each.server, LONGEST_ADDED)) continue;
    byName.set(name, { name, server: each.server, variables: readVariables(each.variables), added: readAdded(each.added) });
  }
  return [...byName.values()];
}

/** @param {unknown} data @returns {Record<string, string>} */
function readVariables(data) {
  const entries = typeof data === "object" && data !== null ? Object.entries(data) : [];
  return Object.fromEntries(entries.filter(([, value]) => isText(value, LONGEST_ADDED)).slice(0, MOST_ADDED));
}

/** @param {unknown} data @returns {Added[]} */
function readAdded(data) {
  return (Array.isArray(data) ? data : []).slice(0, MOST_ADDED).flatMap((each) => {
    const { in: place, name, value } = each ?? {};
    const isOne = (place === "header" || place === "query") && isText(name, LONGEST_ADDED) && isText(value, LONGEST_ADDED);
    return isOne && !isSecret(name, value) ? [{ in: place, name, value }] : [];
  });
}

/** @param {unknown} value @param {number} longest @returns {value is string} */
function isText(value, longest) {
  return typeof value === "string" && value.length <= longest;
}

/** @param {Environment} one @param {Environment} other */
function isSame(one, other) {
  const sorted = (/** @type {Environment} */ { variables }) => JSON.stringify(Object.entries(variables).sort());
  return one.server === other.server && sorted(one) === sorted(other);
}
