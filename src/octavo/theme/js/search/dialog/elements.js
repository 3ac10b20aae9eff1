// Elements made by script: attributes and text only, never markup.
import { make } from "../open-search.js";

/** @typedef {import("../engine/cite.js").Piece} Piece */

/** @param {string} text @param {string} kind @param {(event: MouseEvent) => void} work */
export function makeButton(text, kind, work) {
  const button = make("button", { type: "button", class: kind }, text);
  button.addEventListener("click", work);
  return button;
}

/** A drawing of lines on a square of 16. @param {string} lines */
export function drawIcon(lines) {
  const space = "http://www.w3.org/2000/svg";
  const icon = document.createElementNS(space, "svg");
  icon.setAttribute("viewBox", "0 0 16 16");
  icon.setAttribute("class", "search-icon");
  icon.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", lines);
  icon.append(path);
  return icon;
}

/** @param {Piece[]} pieces */
export function markPieces(pieces) {
  return pieces.map((piece) => (piece.hit ? make("mark", {}, piece.text) : piece.text));
}
