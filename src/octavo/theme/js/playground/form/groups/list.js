// Lists: items that can be added, removed and moved.
import { announce } from "../../../shared/announce.js";
import { makeButton, make } from "../../make.js";
import { copyInside } from "../rows/rows.js";
import { say } from "../../../shared/say.js";

/** @typedef {import("../types.js").Control} Control */
/** @typedef {import("../types.js").Field} Field */
/** @typedef {import("../types.js").Slot} Slot */
/** @typedef {{slot: Slot, element: HTMLElement, tools: HTMLButtonElement[]}} Item The tools move it up and
 * down, and remove it. */

/**
 * @typedef {object} List
 * @property {Field} field
 * @property {import("../types.js").CreateSlot} createSlot
 * @property {Item[]} items
 * @property {Item} [starter] The input that a list starts with which must be sent: while it is empty,
 * there is no item.
 * @property {HTMLElement} element @property {HTMLElement} adder The button that adds an item.
 */

/** @param {Field} field @param {import("../types.js").CreateSlot} createSlot @returns {Control} */
export function createList(field, createSlot) {
  const { schema, label } = field;
  const element = make("ol", { class: "items", "aria-label": label });
  const adder = makeButton(say("Add item"), () => addNew(list), { class: "slot-button", "aria-label": say("Add item to {label}", { label }) });
  /** @type {List} */
  const list = { field, createSlot, items: [], element, adder };
  startList(list);
  return {
    line: [adder],
    below: element,
    wide: field.inside !== null,
    mayBeEmpty: !schema.minItems,
    isFilled: () => listFilled(list).length > 0,
    read: (masked) => listFilled(list).map(({ slot }) => slot.read(masked)).filter((value) => value !== undefined),
    write: (value) => {
      clearList(list);
      if (value === undefined) startList(list);
      else if (!Array.isArray(value)) return false;
      else for (const each of value) addItem(list, each);
      nameItems(list);
      return true;
    },
    find: (fields) => listFilled(list).forEach(({ slot }) => slot.find(fields)),
    findTrouble: () => countTrouble(schema, listFilled(list).length),
    focus: () => (list.items[0]?.slot ?? adder).focus(),
  };
}

/** @param {List} list */
function listFilled({ items, starter }) {
  return items.filter((item) => item !== starter || item.slot.read() !== undefined);
}

/** @param {List} list */
function startList(list) {
  if (list.field.required && !list.field.inside) list.starter = addItem(list, undefined, true);
  nameItems(list);
}

/** @param {List} list */
function addNew(list) {
  const { items, starter, field } = list;
  // The reader wants an item, though it is empty.
  if (starter && starter.slot.read() === undefined) clearList(list);
  addItem(list);
  nameItems(list);
  field.tellChange();
  announce(say("Item {number} of {label} added", { number: items.length, label: field.label }));
  items.at(-1)?.slot.focus();
}

/** @param {List} list @param {any} [value] @param {boolean} [isStarter] */
function addItem(list, value, isStarter = false) {
  const { field, items } = list;
  const { schema, label, inside } = field;
  const at = items.length;
  const slot = list.createSlot({
    ...field,
    schema: schema.prefixItems?.[at] ?? schema.items ?? {},
    label: say("{label}, item {number}", { label, number: at + 1 }),
    required: isStarter,
    always: !isStarter,
    isFirst: false,
    isNew: value === undefined,
    inside: inside && copyInside(inside),
  });
  if (value !== undefined) slot.write(value);
  const tools = [
    makeTool(say("Move up"), "up", () => move(list, item, -1)),
    makeTool(say("Move down"), "down", () => move(list, item, 1)),
    makeTool(say("Remove"), "remove", () => removeItem(list, item)),
  ];
  const element = make("li", { class: "item" }, slot.element, make("span", { class: "item-tools" }, ...tools));
  /** @type {Item} */
  const item = { slot, element, tools };
  items.push(item);
  list.element.append(element);
  return item;
}

/** @param {string} title @param {string} kind @param {() => void} action */
function makeTool(title, kind, action) {
  return makeButton("", action, { class: "item-tool", "data-tool": kind, title });
}

/** @param {List} list */
function nameItems({ items, field }) {
  for (const [at, { tools }] of items.entries()) {
    for (const tool of tools) tool.ariaLabel = say("{action}: item {number} of {label}", { action: tool.title, number: at + 1, label: field.label });
    const [up, down] = tools;
    if (up) up.disabled = at === 0;
    if (down) down.disabled = at === items.length - 1;
  }
}

/** @param {List} list @param {Item} item @param {number} step */
async function move(list, item, step) {
  const { moveItem } = await import("./move-item.js");
  moveItem(list.items, item, step, list.adder, () => nameItems(list));
  list.field.tellChange();
}

/** @param {List} list @param {Item} item */
function removeItem(list, item) {
  const { items, adder, field } = list;
  const at = items.indexOf(item);
  items.splice(at, 1);
  if (item === list.starter) list.starter = undefined;
  item.element.remove();
  nameItems(list);
  (items[Math.min(at, items.length - 1)]?.slot ?? adder).focus();
  announce(say("Item {number} removed", { number: at + 1 }));
  field.tellChange();
}

/** @param {List} list */
function clearList(list) {
  list.items.length = 0;
  list.starter = undefined;
  list.element.replaceChildren();
}

/** @param {import("../../types.js").FormSchema} schema @param {number} count */
export function countTrouble({ minItems = 0, maxItems = Infinity }, count) {
  if (count < minItems) return minItems === 1 ? say("must have at least 1 item") : say("must have at least {count} items", { count: minItems });
  if (count <= maxItems) return null;
  return maxItems === 1 ? say("must have at most 1 item") : say("must have at most {count} items", { count: maxItems });
}
