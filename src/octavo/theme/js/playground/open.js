// Opens the playground: the fields of the page become a form that sends requests.
import { announce } from "../announce.js";
import { buildRequest } from "../request/build.js";
import { button, make } from "./make.js";
import { createBar } from "./bar.js";
import { createForm } from "./form/form.js";
import { createLiveSamples } from "./samples-live.js";
import { createServers } from "./servers.js";
import { loadData } from "./data.js";

/** @typedef {import("./types.js").PlaygroundData} PlaygroundData */
/** @typedef {import("../request/types.js").RequestValues} RequestValues */
/** @typedef {{open: () => void, close: () => void}} Playground */

/** @type {WeakMap<Element, Promise<Playground>>} */
const built = new WeakMap();

/** Opens or closes the playground of an endpoint. @param {HTMLElement} opener Its button. */
export async function togglePlayground(opener) {
  const endpoint = /** @type {HTMLElement} */ (opener.closest(".endpoint"));
  let building = built.get(endpoint);
  if (!building) {
    building = build(endpoint, opener);
    built.set(endpoint, building);
    building.catch(() => built.delete(endpoint));
  }
  try {
    const playground = await building;
    if (opener.getAttribute("aria-expanded") === "true") playground.close();
    else playground.open();
  } catch (error) {
    announce("The playground could not be loaded");
    throw error;
  }
}

/** @param {HTMLElement} endpoint @param {HTMLElement} opener @returns {Promise<Playground>} */
async function build(endpoint, opener) {
  const [data] = await Promise.all([loadData(endpoint.dataset.operation ?? ""), loadStyles()]);
  const page = /** @type {HTMLElement} */ (endpoint.closest(".mdx-content"));
  const tools = make("div", { class: "play-tools" });
  endpoint.append(tools);
  const servers = createServers(tools, data);
  const others = make("div", { class: "play-others" });
  const response = make("div", { class: "play-response" });
  const bar = createBar(data, send);
  placeEnd(page, endpoint, others, bar.element, response);
  const [form, auth] = await Promise.all([createForm(page, data, others), createAuth(page, data, servers)]);
  tools.append(...makeFormTools(form, data));

  /** @param {{forSample?: boolean}} [options] @returns {RequestValues} */
  function values(options) {
    const { security, credentials } = auth?.values() ?? {};
    return { ...form.values(options), ...servers.values(), security, credentials: options?.forSample ? {} : credentials };
  }

  const isTouched = () => form.isFilled() || Object.keys(auth?.values().credentials ?? {}).length > 0;
  const refreshSamples = createLiveSamples(page, data.request, {
    hidden: () => (isTouched() ? values({ forSample: true }) : null),
    whole: () => values(),
  });

  function refresh() {
    bar.setAddress(buildRequest(data.request, values({ forSample: true })).url);
    bar.forget();
    refreshSamples();
  }

  for (const part of [form, servers, auth]) part?.onChange(refresh);
  refresh();

  /** @param {boolean} anyway */
  async function send(anyway) {
    const missing = anyway ? [] : [...form.missing(), ...(auth?.missing?.() ?? [])];
    if (missing.length) return bar.tell(missing);
    const { send: start } = await import("./send.js");
    await auth?.prepare();
    const exchange = start(data, values(), response);
    response.scrollIntoView({ block: "nearest" });
    await bar.follow(exchange);
  }

  return createToggle(page, opener, form, bar.press);
}

/** @param {HTMLElement} page @param {PlaygroundData} data @param {import("./types.js").Servers} servers */
async function createAuth(page, data, servers) {
  const root = page.querySelector("#authorizations")?.closest("section");
  if (!root || !data.request.security.some((alternative) => alternative.length)) return null;
  const { createAuth: create } = await import("./auth/auth.js");
  return create(root, data, servers);
}

/** @param {import("./types.js").Form} form @param {PlaygroundData} data */
function makeFormTools(form, data) {
  const isEmpty = !data.request.parameters.length && !data.request.bodies.length;
  if (isEmpty) return [];
  const fills = form.examples.length > 1
    ? make("select", { class: "slot-input play-examples", "aria-label": "Fill in an example" },
      make("option", { value: "" }, "Fill in an example"), ...form.examples.map((label) => make("option", {}, label)))
    : button("Fill in an example", () => {
      form.fill();
      announce("Filled in");
    });
  fills.addEventListener("change", () => {
    if (!(fills instanceof HTMLSelectElement) || !fills.value) return;
    form.fill(fills.value);
    fills.value = "";
    announce("Filled in");
  });
  const resets = button("Reset", () => {
    form.reset();
    announce("The form is empty");
  });
  return [make("div", { class: "play-actions" }, fills, resets)];
}

/** @param {HTMLElement} page @param {HTMLElement} opener @param {import("./types.js").Form} form
 * @param {() => void} press @returns {Playground} */
function createToggle(page, opener, form, press) {
  const root = document.documentElement;
  const isOpen = () => opener.getAttribute("aria-expanded") === "true";

  /** @param {boolean} state */
  function set(state) {
    root.classList.toggle("playground-open", state);
    opener.setAttribute("aria-expanded", String(state));
    opener.textContent = state ? "Close" : "Try it";
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
      form.focusFirst();
    },
    close,
  };
}

/** Puts the bar behind what can be filled in, and the answer beside or below it.
 * @param {HTMLElement} page @param {HTMLElement} endpoint @param {HTMLElement} others
 * @param {HTMLElement} bar @param {HTMLElement} response */
function placeEnd(page, endpoint, others, bar, response) {
  const sections = [...page.querySelectorAll(":scope > .api-section")];
  const asking = sections.filter((section) => section.matches("[data-side='request']") || section.querySelector("#authorizations"));
  const side = page.querySelector("#content-side-layout");
  const written = [...page.querySelectorAll(":scope > .field")].at(-1);
  (asking.at(-1) ?? written ?? endpoint).after(others, bar);
  const wide = matchMedia("(width >= 80rem)");
  const column = side?.querySelector(".side-content");
  const put = () => (wide.matches && column ? column.prepend(response) : bar.after(response));
  wide.addEventListener("change", put);
  put();
}

/** @type {Promise<unknown> | undefined} */
let styles;

function loadStyles() {
  return (styles ??= new Promise((resolve) => {
    const link = make("link", { rel: "stylesheet", href: new URL("../playground.css", import.meta.url).href });
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
    document.head.append(link);
  }));
}
