// Opens the playground: the fields of the page become a form that sends requests.
import { announce } from "../shared/announce.js";
import { buildRequest } from "../request/build.js";
import { UNLOADED, makeButton, make } from "./make.js";
import { createBar } from "./bar.js";
import { createForm } from "./form/form.js";
import { createLiveSamples } from "./live-samples/live-samples.js";
import { createSchedule } from "./schedule.js";
import { createServers } from "./servers/servers.js";
import { waitUntilSettled } from "./form/settle.js";
import { loadComplex } from "./form/load-complex.js";
import { loadData } from "./data/data.js";
import { askServer, siteData } from "../shared/site-data.js";
import { recall } from "../shared/storage.js";
import { ENVIRONMENTS, HISTORY } from "./more/memory.js";
import { waitForVerdicts } from "./patterns/load-patterns.js";
import { loadSheet } from "../shared/load-sheet.js";
import { say } from "../shared/say.js";

/** @typedef {import("./types.js").PlaygroundData} PlaygroundData */
/** @typedef {import("../request/types.js").RequestValues} RequestValues */
/** @typedef {{open: () => void, close: () => void}} Playground */

/** Whatever the playground puts into a page. */
const PARTS = ".slot, .body-tools, .body-editors, .body-head, .sample-secret, [class^='play-']";

/** What is hidden in samples. */
const SECRETS = "form.slot-secret > input";

/** @type {WeakMap<Element, Promise<Playground>>} */
const playgrounds = new WeakMap();

/** Opens or closes the playground of an endpoint. @param {HTMLElement} opener Its button. */
export async function togglePlayground(opener) {
  const endpoint = /** @type {HTMLElement} */ (opener.closest(".endpoint"));
  let building = playgrounds.get(endpoint);
  if (!building) {
    building = build(endpoint, opener);
    playgrounds.set(endpoint, building);
    building.catch(() => playgrounds.delete(endpoint));
  }
  const playground = await building;
  if (opener.getAttribute("aria-expanded") === "true") playground.close();
  else playground.open();
}

/** @param {HTMLElement} endpoint @param {HTMLElement} opener @returns {Promise<Playground>} */
async function build(endpoint, opener) {
  const page = /** @type {HTMLElement} */ (endpoint.closest(".mdx-content"));
  const [data] = await Promise.all([loadData(endpoint.dataset.operation ?? ""), askServer(), loadSheet("playground.css")]);
  data.request.servers.push(...siteData.mock?.[data.document] ?? []);
  try {
    return await fit(page, endpoint, opener, data);
  } catch (error) {
    // Parts without the rest would be duplicated the next time.
    for (const part of page.querySelectorAll(PARTS)) part.remove();
    throw error;
  }
}

/**
 * The parts of an open playground.
 * @typedef {object} Parts
 * @property {HTMLElement} page
 * @property {PlaygroundData} data
 * @property {import("./types.js").Servers} servers
 * @property {import("./types.js").Form} form
 * @property {import("./types.js").Auth} [auth]
 * @property {ReturnType<typeof createBar>} bar
 * @property {import("./more/more.js").More} [more]
 * @property {Promise<void>} [filling] Of an example.
 * @property {boolean} isPrefilled
 * @property {HTMLElement} others Where fields go that the page does not describe.
 * @property {HTMLElement} response @property {HTMLElement} past @property {HTMLElement} environments
 * @property {() => void} refresh Follows a change.
 */

/** @param {HTMLElement} page @param {HTMLElement} endpoint @param {HTMLElement} opener
 * @param {PlaygroundData} data @returns {Promise<Playground>} */
async function fit(page, endpoint, opener, data) {
  const [makeAuth] = await Promise.all([loadAuth(page, data), data.request.bodies.length && loadComplex()]);
  const place = (/** @type {string} */ name) => make("div", { class: `play-${name}` });
  const tools = place("tools");
  endpoint.append(tools);
  const { address, prefill } = endpoint.dataset;
  const servers = await createServers(tools, endpoint, data);
  const [others, response, past, environments] = [place("others"), place("response"), place("history"), place("environments")];
  environments.hidden = true;
  const bar = createBar(data, (anyway) => send(parts, anyway));
  placeEnd(page, endpoint, [others, bar.element, past], bar.element, response);
  if (page.querySelector("details[data-folded]")) await (await import("../api/unfold.js")).unfold(page);
  const form = await createForm(page, data, others);
  others.append(makeButton(say("Add a header or query parameter"), () => useMore(parts, ({ extras }) => extras.add())));
  const auth = await makeAuth?.(servers);
  const isPrefilled = prefill !== undefined;
  /** @type {Parts} */
  const parts = { page, data, servers, form, auth, bar, isPrefilled, others, response, past, environments, refresh: () => refresh() };
  const opens = makeButton(say("Environments"), () => showEnvironments(), { "aria-expanded": "false" });
  const showEnvironments = () => useMore(parts, (more) => more.toggleEnvironments(opens));
  if (isPrefilled) await fill(parts);
  tools.append(await makeFormTools(parts, opens), environments);
  const refresh = createRefresh(parts, address ?? servers.written);
  // Groups that open on the way to a missing field change nothing: the list of those stays.
  for (const kind of ["input", "change"]) page.addEventListener(kind, bar.forget);
  for (const part of [form, servers, auth]) part?.onChange(refresh);
  refresh();
  if (recall("sessionStorage", HISTORY)) useMore(parts, ({ showHistory }) => showHistory());
  if (recall("localStorage", ENVIRONMENTS)?.chosen) await showEnvironments();
  return createToggle(page, opener, bar.press, () => {
    const [first] = listMissing(parts);
    (first?.approach ?? first?.show ?? bar.focus)();
  });
}

/** Runs an action with the part that loads on demand. @param {Parts} parts
 * @param {(more: import("./more/more.js").More) => unknown} action */
async function useMore(parts, action) {
  try {
    const { createMore } = await import("./more/more.js");
    await action(parts.more ??= createMore(parts));
  } catch {
    parts.bar.say(UNLOADED);
  }
}

/** @param {Parts} parts @param {string} [label] Of one of several examples. */
function fill(parts, label) {
  const { bar, form } = parts;
  bar.forget();
  return (parts.filling = form.fill(label).then(() => announce(say("Filled in")), () => bar.say(UNLOADED)));
}

/** The form is as it opened. @param {Parts} parts */
async function reset(parts) {
  const { bar, form, more, isPrefilled } = parts;
  bar.forget();
  form.reset();
  more?.extras.reset();
  if (isPrefilled) await fill(parts);
  announce(isPrefilled ? say("The form holds the example") : say("The form is empty"));
}

/** @param {Parts} parts @param {{forSample?: boolean}} [options] @returns {RequestValues} */
function readValues({ form, servers, auth, more }, options) {
  const { security, credentials } = auth?.readValues() ?? {};
  const values = form.readValues(options);
  const parameters = { ...values.parameters, ...more?.extras.readValues(options?.forSample) };
  return { ...values, parameters, ...servers.readValues(), security, credentials: options?.forSample ? {} : credentials };
}

/** @param {Parts} parts @param {string} address That the samples show. */
function createRefresh(parts, address) {
  const { page, data, servers, form, auth, bar } = parts;
  const hasCredentials = () => Object.keys(auth?.readValues().credentials ?? {}).length > 0;
  const refreshSamples = createLiveSamples(page, data.request, { written: servers.written, shown: address }, {
    isTouched: () => form.isFilled() || Object.keys(parts.more?.extras.readValues() ?? {}).length > 0 || hasCredentials(),
    readAll: () => readValues(parts),
    hasSecrets: () => hasCredentials() || Boolean(parts.more?.extras.listSecrets().length)
      || [...page.querySelectorAll(SECRETS)].some((input) => input instanceof HTMLInputElement && input.value),
  });
  return createSchedule(() => {
    const request = buildRequest(data.request, readValues(parts, { forSample: true }));
    bar.setAddress(request.url);
    return refreshSamples(request);
  });
}

/** @param {Parts} parts @param {boolean} anyway */
async function send(parts, anyway) {
  const { bar } = parts;
  await parts.filling;
  await waitUntilSettled();
  if (!anyway) await waitForVerdicts();
  const find = () => listMissing(parts);
  const giveUp = () => bar.say(`${say("Nothing was sent.")} ${UNLOADED}`);
  if (!anyway && find().length) return bar.tell(find).catch(giveUp);
  const sendForm = await import("./send/send.js").then(({ prepareSending }) => prepareSending()).catch(giveUp);
  await sendForm?.(parts, (options) => readValues(parts, options), (sent) => useMore(parts, ({ showHistory }) => showHistory(sent)));
}

/** In the order of the page. @param {Parts} parts */
function listMissing({ servers, auth, form, more }) {
  /** @type {import("./types.js").Missing[]} */
  const fields = [];
  servers.find(fields);
  fields.push(...(auth?.listMissing() ?? []), ...form.listMissing());
  more?.extras.find(fields);
  return fields;
}

/** @param {HTMLElement} page @param {PlaygroundData} data
 * @returns {Promise<((servers: import("./types.js").Servers) => Promise<import("./types.js").Auth>) | null>} */
async function loadAuth(page, data) {
  const root = page.querySelector("#authorizations")?.closest("section");
  if (!root || !data.request.security.some((alternative) => alternative.length)) return null;
  const { createAuth } = await import("./auth/auth.js");
  return (servers) => createAuth(root, data, servers);
}

/** @param {Parts} parts @param {HTMLElement} environments The button that opens them. */
async function makeFormTools(parts, environments) {
  const { form: { examples }, data: { request } } = parts;
  const tools = make("div", { class: "play-actions" });
  if (request.parameters.length || request.bodies.length) {
    tools.append(examples.length > 1
      ? (await import("./form/examples/example-select.js")).makeExampleSelect(examples, (label) => fill(parts, label))
      : makeButton(say("Fill in an example"), () => fill(parts)), makeButton(say("Reset"), () => reset(parts)));
  }
  tools.append(environments);
  return tools;
}

/** @param {HTMLElement} page @param {HTMLElement} opener @param {() => void} press
 * @param {() => void} focusFirst Goes to what is missing, or to Send. @returns {Playground} */
function createToggle(page, opener, press, focusFirst) {
  const root = document.documentElement;
  const isOpen = () => opener.getAttribute("aria-expanded") === "true";

  /** @param {boolean} state */
  function set(state) {
    root.classList.toggle("playground-open", state);
    opener.setAttribute("aria-expanded", String(state));
    opener.textContent = state ? say("Close") : say("Try it");
  }

  function close() {
    set(false);
    opener.focus();
  }

  document.addEventListener("keydown", (event) => {
    if (!isOpen() || !opener.isConnected || event.defaultPrevented) return;
    const { target } = event;
    if (!(target instanceof Element) || !(target === document.body || page.contains(target))) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      press();
    } else if (event.key === "Escape" && !event.isComposing && !target.closest(".play-response, dialog, [popover]")) {
      close();
    }
  });
  return {
    open: () => {
      set(true);
      focusFirst();
    },
    close,
  };
}

/** Puts the bar behind what can be filled in, and the answer beside or below it.
 * @param {HTMLElement} page @param {HTMLElement} endpoint @param {HTMLElement[]} parts
 * @param {HTMLElement} bar One of the parts. @param {HTMLElement} response */
function placeEnd(page, endpoint, parts, bar, response) {
  const sections = [...page.querySelectorAll(":scope > .api-section")];
  const asking = sections.filter((section) => section.matches("[data-side='request']") || section.querySelector("#authorizations"));
  const side = page.querySelector("#content-side-layout");
  const written = [...page.querySelectorAll(":scope > .field")].at(-1);
  (asking.at(-1) ?? written ?? endpoint).after(...parts);
  const wide = matchMedia("(width >= 80rem)");
  const column = side?.querySelector(".side-content");
  const put = () => (wide.matches && column ? column.prepend(response) : bar.after(response));
  wide.addEventListener("change", put);
  put();
}
