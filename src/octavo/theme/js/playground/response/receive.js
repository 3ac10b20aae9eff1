// Reads the body of a response; what comes slowly is shown while it comes.
import { makeDecoder } from "./show-body.js";
import { say } from "../../shared/say.js";

/** @typedef {import("../send/direct.js").Answer} Answer */
/** @typedef {import("./live.js").Live} Live */
/** @typedef {import("./words.js").Kind} Kind */
/** @typedef {"size" | "time" | "stopped" | "broken" | null} Cut Why a body has ended too early. */

/** What is longer is not read: the browser keeps all of it in memory. */
const MOST_BYTES = 64 * 2 ** 20;
const LIVE_AFTER_MS = 700;
const LONGEST_LIVE = 1_000_000;

/**
 * @typedef {object} Receiving
 * @property {Kind} kind
 * @property {string} charset
 * @property {(kind: "events" | "lines" | "text") => Promise<Live>} begin Starts to show what comes.
 * @property {(bytes: number) => void} showProgress
 */

/** @param {Answer} answer @param {AbortSignal} signal @param {Receiving} receiving
 * @returns {Promise<{chunks: Uint8Array<ArrayBuffer>[], size: number, cut: Cut}>} */
export async function receive(answer, signal, { kind, charset, begin, showProgress }) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = [];
  let size = 0;
  /** @type {Cut} */
  let cut = null;
  let live = kind === "events" || kind === "lines" ? await begin(kind) : null;
  const decoder = makeDecoder(charset);
  /** @type {Promise<void> | null} */
  let showing = null;
  let isLate = false;
  const lateness = setTimeout(() => {
    isLate = kind === "text";
    showLate();
  }, LIVE_AFTER_MS);
  const reader = answer.body?.getReader();
  signal.addEventListener("abort", () => reader?.cancel().catch(() => {}));
  while (reader) {
    const read = await reader.read().catch(() => null);
    if (signal.aborted) cut = "stopped";
    else if (!read) cut = "broken";
    if (cut || !read?.value) break;
    const value = /** @type {Uint8Array<ArrayBuffer>} */ (read.value);
    chunks.push(value);
    size += value.length;
    showProgress(size);
    if (live) live.push(decoder.decode(value, { stream: true }));
    else showLate();
    if (size > MOST_BYTES) {
      cut = "size";
      reader.cancel().catch(() => {});
      break;
    }
  }
  clearTimeout(lateness);
  await showing;
  live?.end(cut === "stopped" ? say("Stopped") : cut ? say("Broken off") : say("Ended"));
  return { chunks, size, cut: cut ?? answer.cut() };

  function showLate() {
    if (isLate && size && size < LONGEST_LIVE) showing ??= show();
  }

  async function show() {
    live = await begin("text");
    // What has come meanwhile is among them; what comes from now on is added as it comes.
    for (const chunk of chunks) live.push(decoder.decode(chunk, { stream: true }));
  }
}

/** @param {NonNullable<Cut>} cut */
export function cutText(cut) {
  return {
    size: say("The body is too long to show: this is its beginning."),
    time: say("The proxy ended the answer after its time: this is its beginning."),
    stopped: say("You stopped the answer: this is its beginning."),
    broken: say("The connection broke off: this is the beginning of the body."),
  }[cut];
}
