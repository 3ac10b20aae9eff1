// Moves an item of a list, and the focus with it.
import { announce } from "../../../shared/announce.js";
import { say } from "../../../shared/say.js";

/** @typedef {import("./list.js").Item} Item */

/** @param {Item[]} items @param {Item} item @param {number} step
 * @param {HTMLElement} adder What adds an item. @param {() => void} name Names the items again. */
export function moveItem(items, item, step, adder, name) {
  const at = items.indexOf(item);
  const other = items[at + step];
  if (!other) return;
  const control = document.activeElement;
  items.splice(at, 1);
  items.splice(at + step, 0, item);
  if (step < 0) other.element.before(item.element);
  else other.element.after(item.element);
  name();
  // At the end of the list the button cannot keep the focus: the one beside it can.
  if (control instanceof HTMLButtonElement) (control.disabled ? adder : control).focus();
  announce(say("Now item {number}", { number: at + step + 1 }));
}
