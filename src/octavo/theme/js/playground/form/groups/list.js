// Lists: items that can be added, removed and moved.
import { announce } from "../../../shared/announce.js";
import { button, make } from "../../make.js";
import { copied } from "../rows/rows.js";

/** @typedef {import("../types.js").Control} Control */
/** @typedef {import("../types.js").Field} Field */
/** @typedef {import("../types.js").Slot} Slot */
/** @typedef {{slot: Slot, element: HTMLElement}} Item */

/** @param {Field} field @param {import("../types.js").CreateSlot} createSlot @returns {Control} */
export function createList(field, createSlot) {
  const { schema, label } = field;
  /** @type {Item[]} */
  let items = [];
  /** The input that a list starts with which must be sent: while it is empty, there is no item.
   * @type {Item | undefined} */
  let starter;
  const list = make("ol", { class: "items", "aria-label": label });
  const adds = button("Add item", () => {
    if (isWaiting()) clear(); // the reader wants an item, though it is empty
    add();
    name();
    field.changed();
    announce(`Item ${items.length} of ${label} added`);
    items.at(-1)?.slot.focus();
  }, { class: "slot-button", "aria-label": `Add item to ${label}` });

  const isWaiting = () => starter !== undefined && starter.slot.read() === undefined;
  const filled = () => items.filter((item) => item !== starter || !isWaiting());

  function start() {
    if (!field.required || field.inside) return;
    starter = add(undefined, true);
    name();
  }

  /** @param {any} [value] @param {boolean} [isStarter] */
  function add(value, isStarter = false) {
    const at = items.length;
    const slot = createSlot({
      ...field,
      schema: schema.prefixItems?.[at] ?? schema.items ?? {},
      label: `${label}, item ${at + 1}`,
      required: isStarter,
      always: !isStarter,
      isFirst: false,
      isNew: value === undefined,
      inside: field.inside && copied(field.inside),
    });
    if (value !== undefined) slot.write(value);
    const item = { slot, element: make("li", { class: "item" }) };
    const tools = make("span", { class: "item-tools" },
      tool("Move up", "up", () => move(item, -1)),
      tool("Move down", "down", () => move(item, 1)),
      tool("Remove", "remove", () => remove(item)));
    item.element.append(slot.element, tools);
    items.push(item);
    list.append(item.element);
    return item;
  }

  /** @param {string} words @param {string} kind @param {() => void} action */
  function tool(words, kind, action) {
    return button("", action, { class: "item-tool", "data-tool": kind, title: words, "data-words": words });
  }

  function name() {
    for (const [at, { element }] of items.entries()) {
      for (const made of element.querySelectorAll(":scope > .item-tools > button")) {
        made.setAttribute("aria-label", `${made.getAttribute("data-words")}: item ${at + 1} of ${label}`);
      }
      const [up, down] = /** @type {NodeListOf<HTMLButtonElement>} */ (element.querySelectorAll(":scope > .item-tools > button"));
      if (up) up.disabled = at === 0;
      if (down) down.disabled = at === items.length - 1;
    }
  }

  /** @param {Item} item @param {number} step */
  async function move(item, step) {
    const { moveItem } = await import("./move-item.js");
    moveItem(items, item, step, adds, name);
    field.changed();
  }

  /** @param {Item} item */
  function remove(item) {
    const at = items.indexOf(item);
    items = items.filter((other) => other !== item);
    if (item === starter) starter = undefined;
    item.element.remove();
    name();
    (items[Math.min(at, items.length - 1)]?.slot ?? { focus: () => adds.focus() }).focus();
    announce(`Item ${at + 1} removed`);
    field.changed();
  }

  function clear() {
    items = [];
    starter = undefined;
    list.replaceChildren();
  }

  start();
  return {
    line: [adds],
    below: list,
    wide: field.inside !== null,
    mayBeEmpty: !schema.minItems,
    isFilled: () => filled().length > 0,
    read: (masked) => filled().map(({ slot }) => slot.read(masked)).filter((value) => value !== undefined),
    write: (value) => {
      clear();
      if (value === undefined) start();
      if (value === undefined) return true;
      if (!Array.isArray(value)) return false;
      for (const each of value) add(each);
      name();
      return true;
    },
    find: (found) => filled().forEach(({ slot }) => slot.find(found)),
    trouble: () => countTrouble(schema, filled().length),
    focus: () => (items[0]?.slot ?? adds).focus(),
  };
}

/** @param {import("../../types.js").FormSchema} schema @param {number} count */
export function countTrouble({ minItems = 0, maxItems = Infinity }, count) {
  if (count < minItems) return `must have at least ${minItems} item${minItems === 1 ? "" : "s"}`;
  return count > maxItems ? `must have at most ${maxItems} item${maxItems === 1 ? "" : "s"}` : null;
}
