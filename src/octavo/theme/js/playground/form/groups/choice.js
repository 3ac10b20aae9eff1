// A choice of schemas: the panel that is shown on the page is the one whose fields are sent.
import { findOption } from "./options.js";
import { readElement } from "../rows/rows.js";
import { prepare } from "../prepare.js";
import { show } from "../../../api/switch.js";
import { listTypes } from "../kinds.js";

/** @typedef {import("../../types.js").FormChoice} FormChoice */
/** @typedef {import("./members.js").Members} Members */
/** @typedef {import("../types.js").Field} Field */
/** @typedef {import("../types.js").Slot} Slot */
/** @typedef {{members?: Members, slot?: Slot}} Option */

/**
 * @typedef {object} Switch The panels of a choice.
 * @property {FormChoice} choice
 * @property {Field} field
 * @property {HTMLElement[]} panels
 * @property {number} current The panel that is shown.
 * @property {(Promise<Option> | undefined)[]} builds @property {(Option | undefined)[]} options When they are built.
 * @property {import("../types.js").CreateSlot} createSlot
 * @property {typeof import("./members.js").createMembers} createMembers
 */

/** @param {Element} holder @param {FormChoice} choice @param {Field} field
 * @param {import("../types.js").CreateSlot} createSlot
 * @param {typeof import("./members.js").createMembers} createMembers @returns {Promise<Members | null>} */
export async function createOptions(holder, choice, field, createSlot, createMembers) {
  const group = holder.querySelector(":scope > .choice > .switch");
  const panels = /** @type {HTMLElement[]} */ ([...(group?.querySelectorAll(":scope > .switch-panel") ?? [])]);
  if (!panels.length) return null;
  /** @type {Switch} */
  const own = { choice, field, panels, current: findShown(panels), builds: [], options: [], createSlot, createMembers };
  const observer = new MutationObserver(() => turn(own));
  for (const panel of panels) observer.observe(panel, { attributeFilter: ["hidden"] });
  await build(own, own.current);
  const findChosen = () => own.options[own.current];
  return {
    readInto: (members, masked) => findChosen()?.members?.readInto(members, masked),
    write: async (members) => {
      if (members.size) await choose(own, members);
      const { slot, members: inner } = await build(own, own.current);
      slot?.write(undefined);
      await inner?.write(members);
    },
    isTouched: () => Boolean(findChosen()?.members?.isTouched() || findChosen()?.slot?.isTouched()),
    find: (fields) => {
      findChosen()?.members?.find(fields);
      findChosen()?.slot?.find(fields);
    },
    focus: () => {
      findChosen()?.slot?.focus();
      return Boolean(findChosen()?.slot || findChosen()?.members?.focus());
    },
    findWhole: () => findChosen()?.slot ?? findChosen()?.members?.findWhole() ?? null,
    choose: async (value) => {
      if (!(await choose(own, value))) return false;
      await (await build(own, own.current)).members?.choose(value);
      return true;
    },
  };
}

/** @param {HTMLElement[]} panels */
function findShown(panels) {
  return Math.max(panels.findIndex((panel) => !panel.hasAttribute("hidden")), 0);
}

/** @param {Switch} own @param {number} at @returns {Promise<Option>} */
function build(own, at) {
  return (own.builds[at] ??= buildOption(own, at).then((option) => (own.options[at] = option)));
}

/** @param {Switch} own @param {number} at @returns {Promise<Option>} */
async function buildOption({ choice, panels, field, createSlot, createMembers }, at) {
  const option = choice.options[at];
  const panel = panels[at];
  if (!option || !panel) return {};
  const schema = await prepare(option.schema);
  const inside = readElement(panel);
  const isObject = listTypes(schema)[0] === "object" || (schema.choice && !listTypes(schema).length);
  const hasFields = panel.querySelector(".field, .choice, details.later") !== null;
  if (isObject && hasFields) {
    const inner = (await inside.open()) ?? panel;
    const mark = choice.discriminator !== undefined && option.values
      ? { name: choice.discriminator, values: option.values } : undefined;
    return { members: await createMembers(inner, schema, field, createSlot, mark) };
  }
  const slot = createSlot({ ...field, schema, inside: hasFields ? inside : null, required: false, always: false });
  panel.prepend(slot.element);
  return { slot };
}

/** Follows the panel that the reader shows. @param {Switch} own */
async function turn(own) {
  const next = findShown(own.panels);
  if (next === own.current) return;
  const before = own.options[own.current];
  own.current = next;
  const after = await build(own, next);
  // What both options know is kept.
  if (before?.members && after.members && !after.members.isTouched()) {
    const { discriminator } = own.choice;
    /** @type {Map<string, any>} */
    const members = new Map();
    before.members.readInto(members);
    if (discriminator !== undefined) members.delete(discriminator);
    if (before.members.isTouched()) await after.members.write(members);
  }
  own.field.tellChange();
}

/** Shows the option that a value follows. @param {Switch} own @param {any} value */
async function choose(own, value) {
  const at = await findOption(own.choice, value);
  const panel = own.panels[at];
  if (panel && at !== findShown(own.panels)) {
    own.current = at;
    show(panel);
    await build(own, at);
  }
  return at >= 0;
}
