// The answer to a request: what came, how long it took, how it compares with the documentation.
import { announce } from "../../shared/announce.js";
import { copyText } from "../../shared/copy-text.js";
import { resolveSchema } from "../data/data.js";
import { loadPart } from "../send/failure.js";
import { explain } from "../send/explain-failure.js";
import { makeButton, make } from "../make.js";
import { makeDownloadButton, showBody } from "./show-body.js";
import { makeDifferences, findDocumented } from "./check/documented.js";
import { cutText, receive } from "./receive.js";
import { findBodyKind, readType, writeSize, writeStatus, writeTime } from "./words.js";
import { say } from "../../shared/say.js";

/** @typedef {import("../types.js").PlaygroundData} PlaygroundData */
/** @typedef {import("../types.js").FormSchema} FormSchema */
/** @typedef {import("../send/direct.js").Answer} Answer */
/** @typedef {import("../send/failure.js").Failure} Failure */
/** @typedef {import("./live.js").Live} Live */
/** @typedef {import("../../request/types.js").BuiltRequest} BuiltRequest */

/**
 * @typedef {object} ResponseView
 * @property {() => void} wait
 * @property {(answer: Answer, request: BuiltRequest, signal: AbortSignal) => Promise<void>} show
 * @property {(failure: Failure, request: BuiltRequest, sendDirectly: (() => void) | null) => void} fail
 */

/**
 * The answer to one request.
 * @typedef {object} State
 * @property {PlaygroundData} data
 * @property {() => void} cancel
 * @property {AbortController} clearing Aborted when the reader clears the answer.
 * @property {number} start When the request was sent.
 * @property {HTMLElement} section
 */

/** @param {HTMLElement} place @param {PlaygroundData} data @param {() => void} cancel @returns {ResponseView} */
export function createResponse(place, data, cancel) {
  const section = make("section", { class: "response", "aria-label": say("Response") });
  /** @type {State} */
  const state = { data, cancel, clearing: new AbortController(), start: performance.now(), section };
  place.replaceChildren(section);
  return {
    wait: () => showWaiting(state),
    show: (answer, request, signal) => showAnswer(state, answer, request, signal),
    fail: (failure, request, sendDirectly) => {
      section.removeAttribute("aria-busy");
      section.replaceChildren(makeFailure(failure, request, sendDirectly));
      revealSection(section);
      announce(section.querySelector("p")?.textContent ?? "");
    },
  };
}

/** @param {State} state */
function showWaiting({ section, start, cancel }) {
  const seconds = make("span");
  section.setAttribute("aria-busy", "true");
  section.append(make("div", { class: "response-wait" },
    make("span", { class: "play-spinner" }), say("Waiting for the answer"), " ", seconds, makeButton(say("Cancel"), cancel)));
  const timer = setInterval(() => {
    if (seconds.isConnected) seconds.textContent = `${Math.round((performance.now() - start) / 1000)} s`;
    else clearInterval(timer);
  }, 1000);
}

/** On a phone the answer comes below the form. @param {HTMLElement} section */
function revealSection(section) {
  if (section.getBoundingClientRect().top > innerHeight * 0.6) section.scrollIntoView({ block: "start" });
}

/** @param {State} state */
function clear({ clearing, section }) {
  clearing.abort();
  section.remove();
  announce(say("The response is cleared"));
}

/** @param {State} state @param {Answer} answer @param {BuiltRequest} request @param {AbortSignal} signal */
async function showAnswer(state, answer, request, signal) {
  const { section, start } = state;
  const header = readHeaders(answer);
  const { type, charset } = readType(header("content-type"));
  const documented = findDocumented(state.data, answer.status, type);
  const status = writeStatus(answer.status, answer.reason);
  const parts = createParts(status, documented.word, () => clear(state));
  section.replaceChildren(parts.head, parts.notes, makeHeaders(answer), parts.differences, parts.body);
  revealSection(section);
  [...listUnsent(answer), ...documented.notes].forEach(parts.note);
  const kind = findBodyKind(type);
  const content = await receive(answer, signal, {
    kind, charset,
    begin: (form) => showLive(state, form, status, documented, parts.body),
    showProgress: (bytes) => parts.measure(performance.now() - start, bytes),
  });
  section.removeAttribute("aria-busy");
  if (state.clearing.signal.aborted) return;
  const facts = parts.measure(performance.now() - start, content.size);
  if (content.cut) parts.note(cutText(content.cut));
  const body = { chunks: content.chunks, type, charset, disposition: header("content-disposition"), url: request.url };
  if (kind === "events" || kind === "lines") {
    return parts.body.querySelector(".view-tools")?.append(makeDownloadButton(body, kind));
  }
  announce(say("Status {status}", { status: `${status}, ${facts}` }));
  if (!content.size) {
    const words = explainEmpty(answer.status, request.method, header("location"));
    return parts.body.replaceChildren(make("p", { class: "response-note" }, words));
  }
  await showContent(state, body, content.cut ? undefined : documented.schema, parts);
}

/** What comes slowly, while it comes. @param {State} state @param {"events" | "lines" | "text"} form @param {string} status
 * @param {ReturnType<typeof findDocumented>} documented @param {HTMLElement} place */
async function showLive({ section, cancel }, form, status, documented, place) {
  const { createLive } = await loadPart(() => import("./live.js"));
  const schema = form === "lines" ? documented.item ?? documented.schema : undefined;
  const live = createLive(form, cancel, schema && makeLineChecker(schema));
  place.replaceChildren(live.element);
  section.removeAttribute("aria-busy");
  announce(say("Status {status}, receiving", { status }));
  return live;
}

/** The body, and how it compares with its schema. @param {State} state @param {Parameters<typeof showBody>[0]} body
 * @param {FormSchema | undefined} schema @param {ReturnType<typeof createParts>} parts */
async function showContent({ clearing }, body, schema, parts) {
  const view = await showBody(body, clearing.signal);
  parts.body.replaceChildren(view.element);
  view.notes.forEach(parts.note);
  if (!schema || !view.check) return;
  const result = await view.check(schema).catch(() => null);
  if (result) parts.differences.append(makeDifferences(result, view.reveal));
  else parts.note(say("The body was not compared with the documentation: a part of the playground could not be loaded."));
}

/** @param {string} status @param {string} documented @param {() => void} clear */
function createParts(status, documented, clear) {
  const time = make("span", { class: "response-fact" });
  const size = make("span", { class: "response-fact" });
  const head = make("div", { class: "response-head" },
    make("span", { class: "status", "data-mark": status[0] }, status), time, size,
    make("span", { class: "response-fact" }, documented),
    makeButton(say("Clear"), clear, { class: "play-tool response-clear" }));
  const notes = make("div", { class: "response-notes" });
  return {
    head,
    notes,
    /** @param {string} text */
    note: (text) => notes.append(make("p", { class: "response-note" }, text)),
    differences: make("div"),
    body: make("div"),
    /** @param {number} ms @param {number} bytes */
    measure: (ms, bytes) => {
      time.textContent = writeTime(ms);
      size.textContent = writeSize(bytes);
      return `${time.textContent}, ${size.textContent}`;
    },
  };
}

/** @param {Failure} failure @param {BuiltRequest} request @param {(() => void) | null} sendDirectly */
function makeFailure(failure, request, sendDirectly) {
  const { title, text, steps, direct } = explain(failure);
  return make("div", { class: "response-failure", role: "group", "aria-label": title },
    make("p", { class: "response-failure-title" }, title),
    text && make("p", {}, text),
    steps.length > 0 && make("ul", {}, ...steps.map((step) => make("li", {}, step))),
    make("div", { class: "view-tools" },
      direct && sendDirectly && makeButton(say("Send from this browser"), sendDirectly),
      failure.reason !== "cancelled" && makeButton(say("Copy as curl"), () => copyAsCurl(request))));
}

/** With credentials: it is the reader's own request. @param {BuiltRequest} request */
async function copyAsCurl(request) {
  const printer = await import("../../samples/printers/bash.js").catch(() => null);
  if (printer) await copyText(printer.printSample(request));
  else announce(say("A part of the playground could not be loaded"));
}

/** @param {Answer} answer @returns {(name: string) => string} */
function readHeaders({ headers }) {
  return (name) => headers.find(([own]) => own.toLowerCase() === name)?.[1] ?? "";
}

/** @param {Answer} answer */
function listUnsent({ unsent, via }) {
  if (!unsent.length) return [];
  const why = via === "browser"
    ? say("Browsers do not let pages set these headers: use curl.")
    : say("The proxy sends documented headers only.");
  return [`${say("Not sent: {names}.", { names: unsent.join(", ") })} ${why}`];
}

/** @param {Answer} answer */
function makeHeaders({ headers, via }) {
  const rows = headers.map(([name, value]) => (
    make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, value))));
  const table = make("table", {}, make("tbody", {}, ...rows));
  return make("details", { class: "response-headers" },
    make("summary", {}, headers.length === 1 ? say("1 header") : say("{count} headers", { count: headers.length })),
    make("div", { class: "response-table", tabindex: "0", role: "group", "aria-label": say("Headers of the response") }, table),
    via === "browser" && make("p", { class: "response-note" },
      say("Browsers show pages only the headers that the API exposes (Access-Control-Expose-Headers), and never Set-Cookie.")));
}

/** @param {number} status @param {string} method @param {string} target Of a redirect. */
function explainEmpty(status, method, target) {
  if (method === "HEAD") return say("Answers to HEAD have no body: look at the headers.");
  if (status === 304) return say("Not modified: the body is the one that you have.");
  if (status > 300 && status < 400) {
    const redirect = target ? say("A redirect to {target}.", { target }) : say("A redirect.");
  return `${redirect} ${say("It is not followed, so that your credentials do not go to another server.")}`;
  }
  return say("The answer has no body.");
}

/** Marks lines of JSON that are not as documented. @param {FormSchema} schema */
function makeLineChecker(schema) {
  return async (/** @type {HTMLElement} */ item, /** @type {string} */ text) => {
    const [{ checkRows }, { readRows }] = await Promise.all([import("./check/check.js"), import("./viewer/json-rows.js")]);
    const { rows, step } = readRows(text, 5000);
    while (step());
    const { differences } = rows.error < 0
      ? await checkRows(rows, schema, resolveSchema)
      : { differences: [{ place: "", message: say("is not valid JSON") }] };
    const [first] = differences;
    if (first) item.append(make("span", { class: "row-note" }, `${first.place} ${first.message}`.trim()));
  };
}
