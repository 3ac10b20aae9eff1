// Named environments: a server with its variables, and what the reader added. They are kept in this
// browser only, and hold no credentials.
import { announce } from "../../shared/announce.js";
import { nameServer } from "../../api/chosen-server.js";
import { downloadJson } from "./download.js";
import { makeButton, make } from "../make.js";
import { LONGEST_LABEL, MOST_ENVIRONMENTS, isSame, readFile, readStored, store } from "./stored-environments.js";
import { say } from "../../shared/say.js";

/** @typedef {import("./stored-environments.js").Environment} Environment */

/**
 * What the environments belong to, and what shows them.
 * @typedef {object} Box
 * @property {import("../types.js").PlaygroundData} data
 * @property {import("../types.js").Servers} servers
 * @property {import("../types.js").Extras} extras
 * @property {boolean} isApplying The server changes because an environment is put to use.
 * @property {ReturnType<typeof makeView>} view
 */

/** @param {HTMLElement} place @param {import("../types.js").PlaygroundData} data
 * @param {import("../types.js").Servers} servers @param {import("../types.js").Extras} extras */
export function createEnvironments(place, data, servers, extras) {
  const view = makeView(() => save(box), () => rename(box), () => deleteCurrent(box));
  /** @type {Box} */
  const box = { data, servers, extras, isApplying: false, view };
  place.append(...view.parts);
  view.select.addEventListener("change", () => choose(box, view.select.value));
  view.file.addEventListener("change", () => void importFile(box));
  servers.onChange(() => leave(box));
  show(box);
  const { current } = readStored();
  if (current) apply(box, current);
}

/** @param {() => void} saves @param {() => void} renames @param {() => void} deletes */
function makeView(saves, renames, deletes) {
  const select = make("select", { class: "slot-input", "aria-label": say("Environment") });
  const name = make("input", {
    type: "text", class: "slot-input", "aria-label": say("Name of the environment"), placeholder: say("Name"), maxlength: String(LONGEST_LABEL),
    autocomplete: "off", spellcheck: "false",
  });
  const file = make("input", { type: "file", accept: ".json,application/json", hidden: true, "aria-label": say("File with environments") });
  const status = make("p", { class: "play-hint", role: "status" });
  const makeTool = (/** @type {string} */ label, /** @type {() => void} */ action) => makeButton(label, action, { class: "play-tool" });
  const ofCurrent = [makeTool(say("Rename"), renames), makeTool(say("Delete"), deletes)];
  const ofAny = makeTool(say("Export"), () => downloadJson("environments.json", { environments: readStored().list }));
  const parts = [
    make("div", { class: "environment-line" }, make("span", { class: "servers-name" }, say("Environment")), select, name),
    make("div", { class: "environment-line" }, makeTool(say("Save"), saves), ...ofCurrent, ofAny, makeTool(say("Import"), () => file.click()), file),
    status,
  ];
  return { parts, select, name, file, status, ofCurrent, ofAny };
}

/** @param {Box} box */
function show({ view: { select, name, ofCurrent, ofAny } }) {
  const { list, current } = readStored();
  select.replaceChildren(make("option", { value: "" }, say("None")), ...list.map((each) => make("option", { value: each.name }, each.name)));
  select.value = name.value = current?.name ?? "";
  for (const tool of ofCurrent) tool.hidden = !current;
  ofAny.hidden = !list.length;
}

/** @param {Box} box @param {Environment[]} list @param {string} current @param {string} message */
function keep(box, list, current, message) {
  store(list, current);
  show(box);
  tellBox(box, message);
}

/** @param {Box} box @param {string} message */
function tellBox({ view }, message) {
  view.status.textContent = message;
}

/** @param {Box} box @param {string} label */
function choose(box, label) {
  const { list } = readStored();
  const environment = list.find((each) => each.name === label);
  keep(box, list, environment?.name ?? "", "");
  if (environment) apply(box, environment);
}

/** @param {Box} box @param {Environment} environment */
function apply(box, { name, server, variables, added }) {
  const at = box.data.request.servers.findIndex((each) => nameServer(each) === server);
  if (at < 0) return tellBox(box, say("{name} is for {server}, which is no server of this operation: nothing was changed.", { name, server }));
  box.isApplying = true;
  box.servers.choose(at, variables);
  box.extras.restore(added);
  box.isApplying = false;
  announce(say("{name} is in use", { name }));
}

/** Another server is no longer the environment: on the next page it must not come back. @param {Box} box */
function leave(box) {
  const { list, current } = readStored();
  if (box.isApplying || !current || isSame(current, describe(box, current.name))) return;
  keep(box, list, "", say("{name} is no longer in use.", { name: current.name }));
}

/** What is chosen by now, as an environment. @param {Box} box @param {string} name @returns {Environment} */
function describe({ data, servers, extras }, name) {
  const { server, variables } = servers.readValues();
  const chosen = data.request.servers[server];
  return { name, server: chosen ? nameServer(chosen) : "", variables, added: extras.keep() };
}

/** @param {Box} box */
function save(box) {
  const label = readName(box);
  if (!label) return;
  const others = readStored().list.filter((each) => each.name !== label);
  if (others.length >= MOST_ENVIRONMENTS) return tellBox(box, say("There may be {count} environments: delete one first.", { count: MOST_ENVIRONMENTS }));
  const secrets = box.extras.listSecrets();
  const note = secrets.length ? ` ${say("Not kept, because it may be a credential: {names}.", { names: secrets.join(", ") })}` : "";
  keep(box, [...others, describe(box, label)], label, say("{name} is saved.", { name: label }) + note);
}

/** @param {Box} box */
function rename(box) {
  const label = readName(box);
  const { list, current } = readStored();
  if (!label || !current || current.name === label) return;
  if (list.some((each) => each.name === label)) return tellBox(box, say("There is another environment called {name}.", { name: label }));
  keep(box, list.map((each) => (each === current ? { ...each, name: label } : each)), label, say("{name} is called {label} now.", { name: current.name, label }));
}

/** The name that the reader typed; without one, they are asked for it. @param {Box} box */
function readName(box) {
  const { name } = box.view;
  const label = name.value.trim();
  if (label) return label;
  tellBox(box, say("Enter a name first."));
  name.focus();
  return "";
}

/** @param {Box} box */
function deleteCurrent(box) {
  const { list, current } = readStored();
  keep(box, list.filter((each) => each !== current), "", say("{name} is deleted.", { name: current?.name }));
  box.view.select.focus();
}

/** @param {Box} box */
async function importFile(box) {
  const { file } = box.view;
  const [upload] = file.files ?? [];
  file.value = "";
  if (!upload) return;
  const added = await readFile(upload);
  if (!added.length) return tellBox(box, say("This file holds no environments, or is too large."));
  const { list, current } = readStored();
  const names = new Set(added.map((each) => each.name));
  const all = [...list.filter((each) => !names.has(each.name)), ...added].slice(0, MOST_ENVIRONMENTS);
  const count = all.filter((each) => added.includes(each)).length;
  keep(box, all, current?.name ?? "", count === 1 ? say("1 environment imported.") : say("{count} environments imported.", { count }));
}
