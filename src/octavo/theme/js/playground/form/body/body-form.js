// The body: its media type, its fields or its text, and the way from one to the other.
import { announce } from "../../../shared/announce.js";
import { UNLOADED, button, make } from "../../make.js";
import { createMedia } from "./media.js";

/** @typedef {import("../../types.js").PlaygroundData} PlaygroundData */
/** @typedef {import("../../types.js").Missing} Missing */
/** @typedef {import("./media.js").Media} Media */

/**
 * @typedef {object} BodyPart
 * @property {(masked?: boolean) => import("../../../request/types.js").BodyValue | undefined} value
 * @property {() => boolean} isFilled
 * @property {(found: Missing[]) => void} find
 * @property {() => string[]} examples
 * @property {(examples: import("../types.js").Examples, label?: string) => Promise<void>} fill
 * @property {() => void} reset
 * @property {() => Map<string, any>} keep
 * @property {(kept: Map<string, any> | undefined) => void} restore
 */

/** @param {HTMLElement} page What the page says. @param {PlaygroundData} data @param {() => void} changed
 * @returns {Promise<BodyPart | null>} Null where nothing is sent. */
export async function createBody(page, data, changed) {
  const { bodies } = data.request;
  if (!bodies.length) return null;
  const place = await loadPlace(page);
  const tools = make("div", { class: "body-tools" });
  const holders = bodies.map((_, at) => place.holderOf(nameAt(at)));
  const files = bodies.some(({ kind }) => kind !== "text") ? (await import("./files.js")).forms : null;
  const parts = await Promise.all(holders.map((holder, at) => {
    const form = bodies.find(({ fields }, other) => fields && holders[other] === holder);
    return createMedia(data, at, holder, form, changed, files);
  }));
  const [first] = parts;
  if (!first) return null;
  let current = Math.max(bodies.findIndex((_, at) => place.isShown(nameAt(at))), 0);
  const editors = make("div", { class: "body-editors" });
  place.head.after(tools, editors);

  /** @param {number} at */
  function nameAt(at) {
    return data.bodies[at]?.name ?? bodies[at]?.contentType ?? "";
  }

  const now = () => parts[current] ?? first;
  const select = make("select", { class: "slot-input body-type", "aria-label": "Media type of the body" },
    ...bodies.map(({ contentType }, at) => make("option", { value: String(at) }, contentType)));
  select.addEventListener("change", () => turn(Number(select.value)));

  /** @param {number} at */
  function turn(at) {
    const before = now();
    current = at;
    select.value = String(at);
    // What both can show is kept.
    if (before !== now() && !now().isFilled() && before.isFilled()) now().take(before.give());
    place.turn(nameAt(at));
    refresh();
    changed();
  }

  /** @param {"form" | "text"} view */
  async function setView(view) {
    const trouble = await now().setView(view).catch(() => UNLOADED);
    refresh();
    changed();
    if (trouble === UNLOADED) editors.append(make("p", { class: "slot-error", role: "alert" }, UNLOADED));
    else if (trouble) announce(`The body ${trouble}`);
    /** @type {HTMLElement | null} */ (tools.querySelector(`[data-view="${view}"]`))?.focus();
  }

  function refresh() {
    const part = now();
    const views = part.views.length > 1
      ? make("div", { class: "body-views", role: "group", "aria-label": "Edit the body as" },
        ...part.views.map((view) => button(view === "form" ? "Form" : "JSON", () => setView(view), {
          class: "view-button", "data-view": view, "aria-pressed": String(view === part.view()),
        })))
      : null;
    tools.replaceChildren(...[bodies.length > 1 ? select : null, views].filter((each) => each !== null));
    editors.replaceChildren(...part.elements());
    place.section.dataset.view = part.view();
  }

  function reset() {
    for (const part of parts) part.reset();
    refresh();
  }

  place.onTurn((name) => {
    const at = bodies.findIndex((_, each) => nameAt(each) === name);
    if (at >= 0 && !place.isShown(nameAt(current))) turn(at);
  });
  refresh();
  return {
    value: (masked) => now().value(masked),
    isFilled: () => now().isFilled(),
    find: (found) => now().find(found),
    examples: () => now().examples,
    fill: async (examples, label) => {
      await now().fill(examples, label);
      refresh();
      changed();
    },
    reset,
    keep: () => new Map([["type", bodies[current]?.contentType], ["value", now().give(true)], ["parts", now().partTypes?.keep()]]),
    restore: (kept) => {
      reset();
      const at = bodies.findIndex(({ contentType }) => contentType === kept?.get("type"));
      if (at >= 0 && at !== current) turn(at);
      now().take(kept?.get("value"));
      now().partTypes?.restore(kept?.get("parts"));
    },
  };
}

/**
 * Where the page describes the body.
 * @typedef {object} Place
 * @property {HTMLElement} section
 * @property {Element} head The tools stand behind it.
 * @property {(name: string) => Element} holderOf What holds the fields of a media type.
 * @property {(name: string) => boolean} isShown
 * @property {(name: string) => void} turn
 * @property {(listener: (name: string) => void) => void} onTurn
 */

/** @param {HTMLElement} page @returns {Promise<Place>} */
async function loadPlace(page) {
  const head = page.querySelector(".api-section > .api-head:has(> #body)");
  const section = head?.parentElement;
  if (!head || !section) return (await import("./places.js")).findPlace(page);
  return { section, head, holderOf: () => section, isShown: () => true, turn: () => {}, onTurn: () => {} };
}
