// The body: its media type, its fields or its text, and the way from one to the other.
import { announce } from "../../../shared/announce.js";
import { UNLOADED, makeButton, make } from "../../make.js";
import { createMedia } from "./media.js";
import { say } from "../../../shared/say.js";

/** @typedef {import("../../types.js").PlaygroundData} PlaygroundData */
/** @typedef {import("../../types.js").Missing} Missing */
/** @typedef {import("./media.js").Media} Media */

/**
 * @typedef {object} BodyPart
 * @property {(masked?: boolean) => import("../../../request/types.js").BodyValue | undefined} readValue
 * @property {() => boolean} isFilled
 * @property {(fields: Missing[]) => void} find
 * @property {() => string[]} listExamples
 * @property {(examples: import("../types.js").Examples, label?: string) => Promise<void>} fill
 * @property {() => void} reset
 * @property {() => Map<string, any>} keep
 * @property {(values: Map<string, any> | undefined) => void} restore
 */

/**
 * @typedef {object} State
 * @property {PlaygroundData} data
 * @property {Place} place
 * @property {Media[]} parts One for each media type.
 * @property {number} current Of these.
 * @property {HTMLElement} tools @property {HTMLElement} editors
 * @property {HTMLSelectElement} select
 * @property {() => void} tellChange
 */

/** @param {HTMLElement} page What the page says. @param {PlaygroundData} data @param {() => void} tellChange
 * @returns {Promise<BodyPart | null>} Null where nothing is sent. */
export async function createBody(page, data, tellChange) {
  const { bodies } = data.request;
  if (!bodies.length) return null;
  const place = await loadPlace(page);
  const tools = make("div", { class: "body-tools" });
  const editors = make("div", { class: "body-editors" });
  const select = make("select", { class: "slot-input body-type", "aria-label": say("Media type of the body") },
    ...bodies.map(({ contentType }, at) => make("option", { value: String(at) }, contentType)));
  const current = Math.max(bodies.findIndex((_, at) => place.isShown(findName(data, at))), 0);
  /** @type {State} */
  const state = { data, place, parts: await createParts(data, place, tellChange), current, tools, editors, select, tellChange };
  place.head.after(tools, editors);
  select.addEventListener("change", () => turn(state, Number(select.value)));
  place.onTurn((name) => {
    const at = bodies.findIndex((_, each) => findName(data, each) === name);
    if (at >= 0 && !place.isShown(findName(data, state.current))) turn(state, at);
  });
  refresh(state);
  const findNow = () => findMedia(state);
  return {
    readValue: (masked) => findNow().readValue(masked),
    isFilled: () => findNow().isFilled(),
    find: (fields) => findNow().find(fields),
    listExamples: () => findNow().examples,
    fill: async (examples, label) => {
      await findNow().fill(examples, label);
      refresh(state);
      tellChange();
    },
    reset: () => reset(state),
    keep: () => new Map([["type", bodies[state.current]?.contentType], ["value", findNow().give(true)], ["parts", findNow().partTypes?.keep()]]),
    restore: (content) => {
      reset(state);
      const at = bodies.findIndex(({ contentType }) => contentType === content?.get("type"));
      if (at >= 0 && at !== state.current) turn(state, at);
      findNow().take(content?.get("value"));
      findNow().partTypes?.restore(content?.get("parts"));
    },
  };
}

/** @param {PlaygroundData} data @param {Place} place @param {() => void} tellChange */
async function createParts(data, place, tellChange) {
  const { bodies } = data.request;
  const holders = bodies.map((_, at) => place.findHolder(findName(data, at)));
  const files = bodies.some(({ kind }) => kind !== "text") ? (await import("./files.js")).forms : null;
  return Promise.all(holders.map((holder, at) => {
    const form = bodies.find(({ fields }, other) => fields && holders[other] === holder);
    return createMedia(data, at, holder, form, tellChange, files);
  }));
}

/** @param {PlaygroundData} data @param {number} at */
function findName(data, at) {
  return data.bodies[at]?.name ?? data.request.bodies[at]?.contentType ?? "";
}

/** @param {State} state @returns {Media} */
function findMedia({ parts, current }) {
  return /** @type {Media} */ (parts[current]);
}

/** @param {State} state @param {number} at */
function turn(state, at) {
  const before = findMedia(state);
  state.current = at;
  state.select.value = String(at);
  const now = findMedia(state);
  // What both can show is kept.
  if (before !== now && !now.isFilled() && before.isFilled()) now.take(before.give());
  state.place.turn(findName(state.data, at));
  refresh(state);
  state.tellChange();
}

/** @param {State} state @param {"form" | "text"} view */
async function changeView(state, view) {
  const { tools, editors, tellChange } = state;
  const trouble = await findMedia(state).setView(view).catch(() => UNLOADED);
  refresh(state);
  tellChange();
  if (trouble === UNLOADED) editors.append(make("p", { class: "slot-error", role: "alert" }, UNLOADED));
  else if (trouble) announce(say("The body {trouble}", { trouble }));
  /** @type {HTMLElement | null} */ (tools.querySelector(`[data-view="${view}"]`))?.focus();
}

/** @param {State} state */
function refresh(state) {
  const { parts, place, tools, editors, select } = state;
  const part = findMedia(state);
  const views = part.views.map((view) => makeButton(view === "form" ? say("Form") : "JSON", () => changeView(state, view), {
    class: "view-button", "data-view": view, "aria-pressed": String(view === part.readView()),
  }));
  tools.replaceChildren(...(parts.length > 1 ? [select] : []),
    ...(views.length ? [make("div", { class: "body-views", role: "group", "aria-label": say("Edit the body as") }, ...views)] : []));
  editors.replaceChildren(...part.listElements());
  place.section.dataset.view = part.readView();
}

/** @param {State} state */
function reset(state) {
  for (const part of state.parts) part.reset();
  refresh(state);
}

/**
 * Where the page describes the body.
 * @typedef {object} Place
 * @property {HTMLElement} section
 * @property {Element} head The tools stand behind it.
 * @property {(name: string) => Element} findHolder What holds the fields of a media type.
 * @property {(name: string) => boolean} isShown
 * @property {(name: string) => void} turn
 * @property {(listener: (name: string) => void) => void} onTurn
 */

/** @param {HTMLElement} page @returns {Promise<Place>} */
async function loadPlace(page) {
  const head = page.querySelector(".api-section > .api-head:has(> #body)");
  const section = head?.parentElement;
  if (!head || !section) return (await import("./places.js")).findPlace(page);
  return { section, head, findHolder: () => section, isShown: () => true, turn: () => {}, onTurn: () => {} };
}
