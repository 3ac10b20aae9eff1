// Shows the body of a response in the way that fits it.
import { copyText } from "../../shared/copy-text.js";
import { loadPart } from "../send/failure.js";
import { makeButton, make } from "../make.js";
import { makeForms } from "./forms.js";
import { runInSlices } from "./slices.js";
import { createViewer } from "./viewer/viewer.js";
import { findFileName, findBodyKind } from "./words.js";
import { say } from "../../shared/say.js";

/** @typedef {import("./words.js").Kind} Kind */
/** @typedef {import("../types.js").FormSchema} FormSchema */

/**
 * @typedef {object} Body
 * @property {Uint8Array<ArrayBuffer>[]} chunks
 * @property {string} type Media type, without parameters.
 * @property {string} charset
 * @property {string} disposition
 * @property {string} url
 */

/**
 * @typedef {object} ShownBody
 * @property {HTMLElement} element
 * @property {string[]} notes
 * @property {(schema: FormSchema) => Promise<import("./check/check.js").Result>} [check] Marks what differs.
 * @property {(row: number) => void} [reveal]
 */

/** @param {Body} body @param {AbortSignal} signal Aborted when the view is gone. @returns {Promise<ShownBody>} */
export async function showBody(body, signal) {
  const kind = findBodyKind(body.type, body.chunks[0]);
  const isMedia = kind === "image" || kind === "audio" || kind === "video" || kind === "pdf" || kind === "binary";
  return isMedia ? showMedia(body, kind, signal) : showText(await decode(body), body, kind, signal);
}

/** @param {Body} body @param {Kind} kind @param {AbortSignal} signal @returns {Promise<ShownBody>} */
async function showMedia(body, kind, signal) {
  const { makeMediaView } = await loadPart(() => import("./show-media.js"));
  const view = await makeMediaView(kind, body.chunks, body.type || "application/octet-stream", signal);
  const element = make("div", { class: "response-body" }, make("div", { class: "view-tools" }, makeDownloadButton(body, kind)), view);
  return { element, notes: kind === "binary" ? [say("The body is not text. These are its first bytes.")] : [] };
}

/** @param {string} text @param {Body} body @param {Kind} kind @param {AbortSignal} signal @returns {Promise<ShownBody>} */
async function showText(text, body, kind, signal) {
  const searching = make("div", { class: "view-search" });
  const viewer = createViewer(searching);
  const { forms, notes, check } = await makeForms(text, kind, signal);
  let current = forms[0];
  const choices = make("div", { class: "play-forms", role: "group", "aria-label": say("Form of the body") });
  const choose = async (/** @type {import("./forms.js").Form | undefined} */ form) => {
    if (!form) return;
    current = form;
    for (const each of choices.children) each.setAttribute("aria-pressed", String(each.textContent === form.name));
    for (const other of forms) if (other.element) other.element.hidden = other !== form;
    viewer.element.hidden = searching.hidden = Boolean(form.element);
    if (form.loadModel) viewer.show(await form.loadModel(), form.label);
  };
  for (const form of forms) {
    choices.append(makeButton(form.name, () => choose(form), { class: "play-tool", "aria-pressed": "false" }));
  }
  choices.hidden = forms.length < 2;
  const copying = makeButton(say("Copy"), async () => {
    const model = await current?.loadModel?.();
    copyText(model ? await model.copyText() : text);
  }, { class: "play-tool" });
  const tools = make("div", { class: "view-tools" }, choices, copying, makeDownloadButton(body, kind), searching);
  const pages = forms.flatMap(({ element }) => element ?? []);
  const element = make("div", { class: "response-body" }, tools, viewer.element, ...pages);
  await choose(current);
  return {
    element, notes,
    check: check && (async (schema) => {
      const result = await check(schema);
      viewer.redraw();
      return result;
    }),
    reveal: async (row) => {
      if (current !== forms[0]) await choose(forms[0]);
      viewer.revealRow(row);
    },
  };
}

/** @param {Body} body @param {Kind} kind */
export function makeDownloadButton(body, kind) {
  return makeButton(say("Download"), () => {
    // Of no type that a browser would open.
    const address = URL.createObjectURL(new Blob(body.chunks, { type: "application/octet-stream" }));
    make("a", { href: address, download: findFileName(body.disposition, body.url, body.type, kind) }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }, { class: "play-tool" });
}

/** @param {Body} body */
async function decode({ chunks, charset }) {
  const decoder = makeDecoder(charset);
  /** @type {string[]} */
  const parts = [];
  let at = 0;
  await runInSlices(() => {
    const chunk = chunks[at++];
    parts.push(decoder.decode(chunk, { stream: at < chunks.length }));
    return at < chunks.length;
  });
  return parts.join("");
}

/** @param {string} charset */
export function makeDecoder(charset) {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
