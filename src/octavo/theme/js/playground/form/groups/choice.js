// A choice of schemas: the panel that is shown on the page is the one whose fields are sent.
import { findOption } from "./options.js";
import { insideElement } from "../rows/rows.js";
import { prepare } from "../prepare.js";
import { show } from "../../../api/switch.js";
import { typesOf } from "../kinds.js";

/** @typedef {import("../../types.js").FormChoice} FormChoice */
/** @typedef {import("./members.js").Members} Members */
/** @typedef {import("../types.js").Field} Field */
/** @typedef {import("../types.js").Slot} Slot */
/** @typedef {{members?: Members, slot?: Slot}} Option */

/** @param {Element} holder @param {FormChoice} choice @param {Field} field
 * @param {import("../types.js").CreateSlot} createSlot
 * @param {typeof import("./members.js").createMembers} createMembers @returns {Promise<Members | null>} */
export async function createOptions(holder, choice, field, createSlot, createMembers) {
  const group = holder.querySelector(":scope > .choice > .switch");
  const panels = /** @type {HTMLElement[]} */ ([...(group?.querySelectorAll(":scope > .switch-panel") ?? [])]);
  if (!panels.length) return null;
  /** @type {(Promise<Option> | undefined)[]} */
  const built = [];
  /** @type {(Option | undefined)[]} */
  const ready = [];
  const shown = () => Math.max(panels.findIndex((panel) => !panel.hasAttribute("hidden")), 0);
  let current = shown();

  /** @param {number} at @returns {Promise<Option>} */
  function build(at) {
    return (built[at] ??= buildOption(at).then((option) => (ready[at] = option)));
  }

  /** @param {number} at @returns {Promise<Option>} */
  async function buildOption(at) {
    const option = choice.options[at];
    const panel = panels[at];
    if (!option || !panel) return {};
    const schema = await prepare(option.schema);
    const inside = insideElement(panel);
    const isObject = typesOf(schema)[0] === "object" || (schema.choice && !typesOf(schema).length);
    const holds = panel.querySelector(".field, .choice, details.later") !== null;
    if (isObject && holds) {
      const inner = (await inside.open()) ?? panel;
      const mark = choice.discriminator !== undefined && option.values
        ? { name: choice.discriminator, values: option.values } : undefined;
      return { members: await createMembers(inner, schema, field, createSlot, mark) };
    }
    const slot = createSlot({ ...field, schema, inside: holds ? inside : null, required: false, always: false });
    panel.prepend(slot.element);
    return { slot };
  }

  async function turn() {
    const next = shown();
    if (next === current) return;
    const before = ready[current];
    current = next;
    const after = await build(next);
    // What both options know is kept.
    if (before?.members && after.members && !after.members.isTouched()) {
      /** @type {Map<string, any>} */
      const members = new Map();
      before.members.readInto(members);
      if (choice.discriminator !== undefined) members.delete(choice.discriminator);
      if (before.members.isTouched()) await after.members.write(members);
    }
    field.changed();
  }

  const observer = new MutationObserver(turn);
  for (const panel of panels) observer.observe(panel, { attributeFilter: ["hidden"] });
  await build(current);

  return {
    readInto: (members, masked) => ready[current]?.members?.readInto(members, masked),
    write: async (members) => {
      if (members.size) await choose(members);
      const option = await build(current);
      option.slot?.write(undefined);
      await option.members?.write(members);
    },
    isTouched: () => Boolean(ready[current]?.members?.isTouched() || ready[current]?.slot?.isTouched()),
    find: (found) => {
      ready[current]?.members?.find(found);
      ready[current]?.slot?.find(found);
    },
    focus: () => {
      ready[current]?.slot?.focus();
      return Boolean(ready[current]?.slot || ready[current]?.members?.focus());
    },
    whole: () => ready[current]?.slot ?? ready[current]?.members?.whole() ?? null,
    choose: async (value) => {
      if (!(await choose(value))) return false;
      await (await build(current)).members?.choose(value);
      return true;
    },
  };

  /** @param {any} value */
  async function choose(value) {
    const at = await findOption(choice, value);
    const panel = panels[at];
    if (panel && at !== shown()) {
      current = at;
      show(panel);
      await build(at);
    }
    return at >= 0;
  }
}
