// Streams as they come: server-sent events, lines of JSON, or text.
import { announce } from "../../shared/announce.js";
import { makeButton, make } from "../make.js";
import { say } from "../../shared/say.js";

const MOST = 500;
const LONGEST = 2000;

/** @typedef {{name: string, text: string, id: string}} Event */

/**
 * @typedef {object} Live
 * @property {HTMLElement} element
 * @property {(text: string) => void} push More text has come.
 * @property {(how: string) => void} end
 */

/** @param {"events" | "lines" | "text"} kind @param {() => void} stop
 * @param {(item: HTMLElement, text: string) => void} [look] Looks at each item that comes.
 * @returns {Live} */
export function createLive(kind, stop, look) {
  const start = performance.now();
  const split = kind === "events" ? makeEventSplitter() : makeLineSplitter();
  const isEvents = kind === "events";
  const writeCount = (/** @type {number} */ number) => {
    const count = number.toLocaleString("en");
    if (isEvents) return number === 1 ? say("1 event") : say("{count} events", { count });
    return number === 1 ? say("1 line") : say("{count} lines", { count });
  };
  const counter = make("span", { class: "live-count" }, writeCount(0));
  const state = make("span", { class: "live-state", "data-live": true }, say("Receiving"));
  const list = make("ol", { class: "live-list", tabindex: "0", "aria-label": isEvents ? say("The events that came") : say("The lines that came") });
  const pausing = makeButton(say("Pause"), togglePause, { class: "play-tool", "aria-pressed": "false" });
  const stopping = makeButton(say("Stop"), stop, { class: "play-tool" });
  const element = make("div", { class: "live" }, make("div", { class: "view-tools" }, state, counter, pausing, stopping), list);
  /** @type {HTMLElement[]} */
  let waiting = [];
  let count = 0;
  let isPaused = false;
  let isDrawn = true;

  function togglePause() {
    isPaused = !isPaused;
    pausing.setAttribute("aria-pressed", String(isPaused));
    pausing.textContent = isPaused ? say("Go on") : say("Pause");
    if (!isPaused) draw();
  }

  /** @param {Event} event */
  function add({ name, text, id }) {
    count++;
    const more = text.length - LONGEST;
    const label = more > 0 ? say("{text}… ({count} more characters)", { text: text.slice(0, LONGEST), count: more.toLocaleString("en") }) : text;
    const item = make("li", {},
      name && make("span", { class: "live-name" }, name),
      make("code", {}, label || "\u200b"),
      make("span", { class: "live-time" }, `${id && `#${id} `}${((performance.now() - start) / 1000).toFixed(1)} s`));
    waiting.push(item);
    // Only the last ones are shown; all of them are in the download.
    if (waiting.length > MOST) waiting = waiting.slice(-MOST);
    look?.(item, text);
  }

  function draw() {
    isDrawn = true;
    const words = writeCount(count);
    counter.textContent = count > MOST ? say("{lines}, the last {count} are shown", { lines: words, count: MOST }) : words;
    if (isPaused || !waiting.length) return;
    const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
    list.append(...waiting);
    waiting = [];
    while (list.childElementCount > MOST) list.firstElementChild?.remove();
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  }

  function drawSoon() {
    if (!isDrawn) return;
    isDrawn = false;
    // Not in frames: they stop in a tab that is not looked at.
    setTimeout(draw, 50);
  }

  return {
    element,
    push: (text) => {
      for (const event of split(text, false)) add(event);
      drawSoon();
    },
    end: (how) => {
      for (const event of split("", true)) add(event);
      isPaused = false;
      draw();
      pausing.remove();
      stopping.remove();
      delete state.dataset.live;
      state.textContent = how;
      announce(`${how}, ${counter.textContent}`);
    },
  };
}

/** @returns {(text: string, isEnd: boolean) => Event[]} */
function makeLineSplitter() {
  let rest = "";
  return (text, isEnd) => {
    const lines = (rest + text).split(/\r?\n|\x1e/);
    rest = isEnd ? "" : lines.pop() ?? "";
    return lines.filter((line) => line.trim()).map((line) => ({ name: "", text: line, id: "" }));
  };
}

/** As the HTML standard reads an event stream. @returns {(text: string, isEnd: boolean) => Event[]} */
function makeEventSplitter() {
  let rest = "";
  let name = "";
  let id = "";
  /** @type {string[]} */
  let data = [];
  return (text, isEnd) => {
    rest += text;
    // A carriage return at the end may be half of a line break.
    const ready = isEnd || !rest.endsWith("\r") ? rest : rest.slice(0, -1);
    const lines = ready.split(/\r\n|\r|\n/);
    const last = lines.pop() ?? "";
    rest = last + rest.slice(ready.length);
    /** @type {Event[]} */
    const events = [];
    for (const line of lines) {
      if (!line) {
        if (data.length) events.push({ name: name || "message", text: data.join("\n"), id });
        name = "";
        data = [];
        continue;
      }
      const [, field = "", value = ""] = /^([^:]*):? ?([\s\S]*)$/.exec(line) ?? [];
      if (field === "data") data.push(value);
      else if (field === "event") name = value;
      else if (field === "id" && !value.includes("\0")) id = value;
      else if (field === "" && line.startsWith(":")) events.push({ name: "comment", text: value, id: "" });
    }
    return events;
  };
}
