// Bodies that are no text: pictures, sound, film, PDF, pages without their scripts, bytes.
import { make } from "../make.js";
import { say } from "../../shared/say.js";

/** @typedef {import("./words.js").Kind} Kind */

const SHOWN_BYTES = 256;
/** A foreign page: it runs no scripts and loads no files. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const INERT = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}">`;

/** @param {Kind} kind @param {Uint8Array<ArrayBuffer>[]} chunks @param {string} type @param {AbortSignal} signal
 * @returns {Promise<HTMLElement>} */
export async function makeMediaView(kind, chunks, type, signal) {
  if (kind === "binary") return makeHexView(chunks);
  // Chromium runs the scripts of a picture that is opened by itself from a blob, never from data.
  const address = type.startsWith("image/svg") ? await makeDataAddress(chunks, type) : makeBlobAddress(chunks, type, signal);
  if (kind === "image") return makePictureView(address);
  if (kind === "pdf") {
    return make("div", { class: "response-media" },
      make("iframe", { src: address, title: say("The PDF of the response") }),
      make("a", { href: address, target: "_blank", rel: "noopener" }, say("Open the PDF in a new tab")));
  }
  const player = make(kind === "video" ? "video" : "audio", { src: address, controls: true, "aria-label": say("The response") });
  const note = make("p", { class: "response-note", hidden: true }, say("This browser cannot play {type}. Download it instead.", { type }));
  player.addEventListener("error", () => (note.hidden = false));
  return make("div", { class: "response-media" }, player, note);
}

/** The page that a response holds, as a picture of itself. @param {string} html @param {AbortSignal} signal */
export function makePageView(html, signal) {
  const address = makeBlobAddress([new TextEncoder().encode(INERT + html)], "text/html; charset=utf-8", signal);
  return make("div", { class: "response-media" },
    make("iframe", { src: address, sandbox: "", title: say("The page of the response, without scripts") }));
}

/** @param {string} address */
function makePictureView(address) {
  const note = make("p", { class: "response-note" });
  const picture = make("img", { src: address, alt: say("The picture of the response") });
  picture.addEventListener("load", () => (note.textContent = say("{width} × {height} pixels", { width: picture.naturalWidth, height: picture.naturalHeight })));
  picture.addEventListener("error", () => {
    note.textContent = say("This browser cannot show the picture. Download it instead.");
    picture.remove();
  });
  return make("div", { class: "response-media" }, picture, note);
}

/** @param {Uint8Array<ArrayBuffer>[]} chunks @param {string} type @param {AbortSignal} signal */
function makeBlobAddress(chunks, type, signal) {
  const address = URL.createObjectURL(new Blob(chunks, { type }));
  signal.addEventListener("abort", () => URL.revokeObjectURL(address));
  return address;
}

/** @param {Uint8Array<ArrayBuffer>[]} chunks @param {string} type @returns {Promise<string>} */
function makeDataAddress(chunks, type) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = reject;
    reader.readAsDataURL(new Blob(chunks, { type }));
  });
}

/** @param {Uint8Array<ArrayBuffer>[]} chunks */
async function makeHexView(chunks) {
  const bytes = new Uint8Array(await new Blob(chunks).slice(0, SHOWN_BYTES).arrayBuffer());
  const lines = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const row = [...bytes.subarray(at, at + 16)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, "0")).join(" ").padEnd(47);
    const text = row.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : ".")).join("");
    lines.push(`${at.toString(16).padStart(6, "0")}  ${hex}  ${text}`);
  }
  return make("div", { class: "code-block response-hex" },
    make("pre", { tabindex: "0", role: "group", "aria-label": say("The first bytes") }, lines.join("\n")));
}
