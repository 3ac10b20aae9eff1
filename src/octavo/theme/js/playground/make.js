// Elements made by script: attributes and text only, never markup.
import { say } from "../shared/say.js";

/** @typedef {string | Node | null | undefined | false} Child */

/** The message if a part fails to load at its first use. */
export const UNLOADED = say("A part of the playground could not be loaded. Check your connection, and try again.");

/** @template {keyof HTMLElementTagNameMap} T @param {T} tag
 * @param {Record<string, string | true | undefined>} [attributes] One that is undefined is left out.
 * @param {...Child} children Those that are nothing are left out.
 * @returns {HTMLElementTagNameMap[T]} */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children) if (child || child === "") element.append(child);
  return element;
}

/** @param {string} label @param {(made: HTMLButtonElement) => void} action
 * @param {Record<string, string | undefined>} [attributes] */
export function makeButton(label, action, attributes = {}) {
  const element = make("button", { type: "button", class: "play-button", ...attributes }, label);
  element.addEventListener("click", () => action(element));
  return element;
}

let count = 0;

/** An id that no other element has. @param {string} name */
export function makeId(name) {
  return `play-${name}-${++count}`;
}
