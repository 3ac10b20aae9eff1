// The answer to a request: what came, how long it took, how it compares with the documentation.
import { announce } from "../../announce.js";
import { resolveSchema } from "../data.js";
import { button, make } from "../make.js";
import { copyText, decoderFor, downloadButton, showBody } from "./body.js";
import { kindOf, readType, sizeText, statusText, timeText } from "./words.js";

/** @typedef {import("../types.js").PlaygroundData} PlaygroundData */
/** @typedef {import("../types.js").FormSchema} FormSchema */
/** @typedef {import("../transport-direct.js").Answer} Answer */
/** @typedef {import("../failure.js").Failure} Failure */
/** @typedef {import("./words.js").Kind} Kind */
/** @typedef {import("../../request/types.js").BuiltRequest} BuiltRequest */

/** What is longer is not read: the browser keeps all of it in memory. */
const MOST_BYTES = 64 * 2 ** 20;
const LIVE_AFTER_MS = 700;

/**
 * @typedef {object} ResponseView
 * @property {() => void} wait
 * @property {(answer: Answer, method: string, url: string, signal: AbortSignal) => Promise<void>} show
 * @property {(failure: Failure, request: BuiltRequest, sendDirectly: (() => void) | null) => Promise<void>} fail
 */

/** @param {HTMLElement} place @param {PlaygroundData} data @param {() => void} cancel @returns {ResponseView} */
export function createResponse(place, data, cancel) {
  const gone = new AbortController();
  const began = performance.now();
  const section = make("section", { class: "response", "aria-label": "Response" });
  place.replaceChildren(section);

  function wait() {
    const elapsed = make("span", {});
    section.setAttribute("aria-busy", "true");
    section.replaceChildren(make("div", { class: "response-wait" }, make("span", { class: "play-spinner" }), "Waiting for the answer ", elapsed, button("Cancel", cancel)));
    const timer = setInterval(() => {
      if (elapsed.isConnected) elapsed.textContent = `${Math.round((performance.now() - began) / 1000)} s`;
      else clearInterval(timer);
    }, 1000);
  }

  function clear() {
    gone.abort();
    section.remove();
    announce("The response is cleared");
  }

  /** @param {Failure} failure @param {BuiltRequest} request @param {(() => void) | null} sendDirectly */
  async function fail(failure, request, sendDirectly) {
    const { explain } = await import("../failures.js");
    const { title, text, steps, direct } = explain(failure);
    section.removeAttribute("aria-busy");
    section.replaceChildren(make("div", { class: "response-failure", role: "group", "aria-label": title },
      make("p", { class: "response-failure-title" }, title),
      text && make("p", {}, text),
      steps.length > 0 && make("ul", {}, ...steps.map((step) => make("li", {}, step))),
      make("div", { class: "view-tools" },
        direct && sendDirectly && button("Send from this browser", sendDirectly),
        failure.reason !== "cancelled" && button("Copy as curl", () => copyAsCurl(request)))));
    announce(title);
  }

  /** @param {Answer} answer @param {string} method @param {string} url @param {AbortSignal} signal */
  async function show(answer, method, url, signal) {
    const header = (/** @type {string} */ name) => answer.headers.find(([own]) => own.toLowerCase() === name)?.[1] ?? "";
    const { type, charset } = readType(header("content-type"));
    const documented = findDocumented(data, answer.status, type);
    const time = make("span", { class: "response-fact" }, timeText(performance.now() - began));
    const size = make("span", { class: "response-fact" });
    const notes = make("div", { class: "response-notes" });
    const differences = make("div", {});
    const bodyPlace = make("div", {});
    const words = statusText(answer.status, answer.reason);
    section.replaceChildren(
      make("div", { class: "response-head" },
        make("span", { class: "status", "data-mark": String(answer.status)[0] }, words), time, size,
        make("span", { class: "response-fact" }, documented.word),
        button("Clear", clear, { class: "play-tool response-clear" })),
      notes, headersView(answer), differences, bodyPlace);
    const note = (/** @type {string} */ text) => notes.append(make("p", { class: "response-note" }, text));
    if (answer.unsent.length) note(`Not sent: ${answer.unsent.join(", ")}. ${answer.via === "browser" ? "Browsers do not let pages set these headers: use curl." : "The proxy sends documented headers only."}`);
    for (const text of documented.notes) note(text);

    /** @type {Live | null} */
    let live = null;
    const received = await receive(answer, signal, {
      kind: kindOf(type), charset,
      begin: async (kind) => {
        const { createLive } = await import("./live.js");
        live = createLive(kind, cancel, documented.schema && kind === "lines" ? checkLine(documented.item ?? documented.schema) : undefined);
        bodyPlace.replaceChildren(live.element);
        section.removeAttribute("aria-busy");
        announce(`Status ${words}, receiving`);
        return live;
      },
      progress: (bytes) => (size.textContent = sizeText(bytes)),
    });
    section.removeAttribute("aria-busy");
    if (gone.signal.aborted) return;
    time.textContent = timeText(performance.now() - began);
    size.textContent = sizeText(received.size);
    const cut = received.cut ?? answer.cut();
    if (cut) note(cutText(cut));
    const body = { chunks: received.chunks, type, charset, disposition: header("content-disposition"), url };
    const stayed = /** @type {Live | null} */ (live);
    if (stayed && (kindOf(type) === "events" || kindOf(type) === "lines")) {
      stayed.element.querySelector(".view-tools")?.append(downloadButton(body, kindOf(type)));
      return;
    }
    announce(`Status ${words}, ${time.textContent}, ${size.textContent}`);
    if (!received.size) return bodyPlace.replaceChildren(make("p", { class: "response-note" }, emptyText(answer.status, method, header)));
    const outcome = await showBody(body, gone.signal);
    bodyPlace.replaceChildren(outcome.element);
    outcome.notes.forEach(note);
    if (documented.schema && outcome.check && !cut) {
      const result = await outcome.check(documented.schema);
      differences.replaceChildren(differencesView(result, outcome.reveal));
    }
  }

  return { wait, show, fail };
}

/** @typedef {import("./live.js").Live} Live */

/** Reads a body; what comes slowly is shown while it comes.
 * @param {Answer} answer @param {AbortSignal} signal
 * @param {{kind: Kind, charset: string, begin: (kind: "events" | "lines" | "text") => Promise<Live>, progress: (bytes: number) => void}} view */
async function receive(answer, signal, { kind, charset, begin, progress }) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = [];
  let size = 0;
  /** @type {"size" | "stopped" | "broken" | null} */
  let cut = null;
  /** @type {Live | null} */
  let live = kind === "events" || kind === "lines" ? await begin(kind) : null;
  const decoder = decoderFor(charset);
  const from = performance.now();
  const reader = answer.body?.getReader();
  signal.addEventListener("abort", () => reader?.cancel().catch(() => {}));
  for (;;) {
    const { value, done } = await (reader?.read().catch(() => ({ value: undefined, done: "broken" })) ?? { value: undefined, done: true });
    if (signal.aborted) cut = "stopped";
    else if (done === "broken") cut = "broken";
    if (done || cut || !value) break;
    chunks.push(/** @type {Uint8Array<ArrayBuffer>} */ (value));
    size += value.length;
    progress(size);
    if (live) live.push(decoder.decode(value, { stream: true }));
    else if (kind === "text" && performance.now() - from > LIVE_AFTER_MS && size < 1_000_000) {
      live = await begin("text");
      for (const chunk of chunks) live.push(decoder.decode(chunk, { stream: true }));
    }
    if (size > MOST_BYTES) {
      cut = "size";
      reader?.cancel().catch(() => {});
      break;
    }
  }
  live?.end(cut === "stopped" ? "Stopped" : cut ? "Broken off" : "Ended");
  return { chunks, size, cut };
}

/** With credentials: it is the reader's own request. @param {BuiltRequest} request */
async function copyAsCurl(request) {
  const { printCurl } = await import("../../samples/curl.js");
  await copyText(printCurl(request));
}

/** @param {string} cut */
function cutText(cut) {
  if (cut === "size") return "The body is longer than what is read here: this is its beginning.";
  if (cut === "time") return "The proxy ended the answer after its time: this is its beginning.";
  return cut === "stopped" ? "You stopped the answer: this is its beginning." : "The connection broke off: this is the beginning of the body.";
}

/** @param {number} status @param {string} method @param {(name: string) => string} header */
function emptyText(status, method, header) {
  if (method === "HEAD") return "Answers to HEAD have no body: look at the headers.";
  if (status === 304) return "Not modified: the body is the one that you have.";
  if (status > 300 && status < 400) {
    const target = header("location");
    return `A redirect${target ? ` to ${target}` : ""}. It is not followed, so that your credentials do not go to another server.`;
  }
  return "The answer has no body.";
}

/** @param {Answer} answer */
function headersView(answer) {
  const { headers, via } = answer;
  const rows = headers.map(([name, value]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, value)));
  return make("details", { class: "response-headers" },
    make("summary", {}, `${headers.length} header${headers.length === 1 ? "" : "s"}`),
    make("div", { class: "response-table", tabindex: "0", role: "group", "aria-label": "Headers of the response" }, make("table", {}, make("tbody", {}, ...rows))),
    via === "browser" && make("p", { class: "response-note" }, "Browsers show pages only the headers that the API exposes (Access-Control-Expose-Headers), and never Set-Cookie."));
}

/** What the documentation says of a status and type.
 * @param {PlaygroundData} data @param {number} status @param {string} type */
function findDocumented(data, status, type) {
  const text = String(status);
  const found = data.responses.find((each) => each.status === text)
    ?? data.responses.find((each) => each.status.toUpperCase() === `${text[0]}XX`)
    ?? data.responses.find((each) => each.status === "default");
  if (!data.responses.length) return { word: "", notes: [] };
  if (!found) return { word: "undocumented", notes: [`The documentation does not tell of the status ${status}.`] };
  const named = found.contents.map(({ contentType }) => contentType);
  const content = found.contents.find(({ contentType }) => fits(contentType, type));
  const notes = !content && named.length && type ? [`The documentation tells of ${named.join(", ")} here, not of ${type}.`] : [];
  const word = found.status === text ? "documented" : `documented as ${found.status}`;
  return { word, notes, schema: content?.schema, item: content?.items };
}

/** @param {string} range As documented. @param {string} type */
function fits(range, type) {
  const plain = readType(range).type;
  return plain === type || plain === "*/*" || (plain.endsWith("/*") && type.startsWith(plain.slice(0, -1)));
}

/** @param {import("./check.js").Result} result
 * @param {((row: number) => void) | undefined} reveal */
function differencesView({ differences, whole }, reveal) {
  const many = differences.length;
  if (!many) return make("p", { class: "response-note response-fits" }, whole ? "The body is as documented." : "The part that was checked is as documented.");
  const items = differences.map(({ row, place, message }) => make("li", {},
    button(place || "the body", () => reveal?.(row), { class: "response-jump" }), ` ${message}`));
  return make("details", { class: "response-differences", open: true },
    make("summary", {}, `${many}${whole ? "" : " or more"} place${many === 1 && whole ? "" : "s"} differ${many === 1 && whole ? "s" : ""} from the documentation`),
    make("ul", {}, ...items));
}

/** Marks lines of JSON that are not as documented. @param {FormSchema} schema */
function checkLine(schema) {
  return async (/** @type {HTMLElement} */ item, /** @type {string} */ text) => {
    const [{ checkRows }, { readRows }] = await Promise.all([import("./check.js"), import("./json-rows.js")]);
    const { rows, step } = readRows(text, 5000);
    while (step());
    const { differences } = rows.error < 0 ? await checkRows(rows, schema, resolveSchema) : { differences: [{ place: "", message: "is not valid JSON" }] };
    const [first] = differences;
    if (first) item.append(make("span", { class: "row-note" }, `${first.place} ${first.message}`.trim()));
  };
}
