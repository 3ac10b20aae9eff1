// The credentials of a request: an input for each security scheme, in the row that describes it.
import { show } from "../../api/switch.js";
import { buildUrl } from "../../request/url.js";
import { siteData } from "../../shared/site-data.js";
import { describedBy } from "../form/rows/rows.js";
import { button, make } from "../make.js";
import { FIELDS, loadInput } from "./scheme-inputs.js";
import { vault } from "./vault.js";

/** @typedef {import("../types.js").PlaygroundData} PlaygroundData */
/** @typedef {import("../types.js").SchemeDetails} SchemeDetails */
/** @typedef {import("../types.js").Auth} Auth */
/** @typedef {import("../types.js").Servers} Servers */
/** @typedef {import("./scheme-inputs.js").Input} Input */
/** @typedef {{input: Input, scheme: SchemeDetails, alternative: number, row: HTMLElement}} Use */

/** A token is renewed when it has less time left. */
const MARGIN_MS = 10_000;
const NO_COOKIES = "Browsers do not let pages send cookies to other sites: "
  + "this one is part of the samples, and is not sent from here.";

/** @param {HTMLElement} root @param {PlaygroundData} data @param {Servers} [servers] @returns {Promise<Auth>} */
export async function createAuth(root, data, servers) {
  const { security } = data.request;
  /** @type {(() => void)[]} */
  const listeners = [];
  let origin = originOf();
  const tell = () => listeners.forEach((listener) => listener());
  const uses = await createUses(root, data, (use, entry) => {
    vault.set(origin, keyOf(use.scheme), entry);
    // The same scheme may be part of several alternatives.
    for (const other of uses) if (other !== use && other.scheme.key === use.scheme.key) other.input.set(entry);
    if (entry && !security[chosen]?.some(({ key }) => key === use.scheme.key)) choose(use.alternative);
    tell();
  }, () => ({ origin, base: baseOf() }));
  let chosen = firstChoice();
  const isChosenByPage = root.querySelector(".switch-choice") && security.every((schemes) => schemes.length > 0);
  const chooser = isChosenByPage || security.length < 2 ? null : (await import("./chooser.js")).createChooser(security, chosen, choose);
  const elsewhere = make("p", { class: "play-auth play-hint", hidden: true });
  const foot = createFoot(() => {
    fill();
    tell();
  });
  const intro = root.querySelector(":scope > .auth-intro, :scope > .switch > .auth-intro");
  if (chooser && intro) intro.after(chooser);
  else if (chooser) root.querySelector(":scope > .api-head, :scope > h2")?.after(chooser);
  root.append(elsewhere, foot);
  fill();
  followSwitch();
  servers?.onChange(() => {
    const next = originOf();
    if (next === origin) return;
    origin = next;
    fill();
    tell();
  });

  function baseOf() {
    return buildUrl({ ...data.request, path: "" }, { parameters: {}, ...servers?.values() }, []);
  }

  function originOf() {
    try {
      return new URL(baseOf()).origin;
    } catch {
      return baseOf();
    }
  }

  /** Shows what is known for this origin; what is known for others stays there. */
  function fill() {
    for (const { input, scheme } of uses) input.set(vault.get(origin, keyOf(scheme)));
    const isEmpty = uses.every(({ scheme }) => !vault.get(origin, keyOf(scheme)));
    elsewhere.hidden = !(isEmpty && vault.hasOthers(origin));
    elsewhere.textContent = `Your credentials were given for another server. Enter them again to send them to ${origin}.`;
  }

  function firstChoice() {
    const isKnown = (/** @type {{type: string, key: string}} */ scheme) => vault.get(origin, keyOf(scheme));
    const first = security.findIndex((schemes) => schemes.length > 0 && schemes.every(isKnown));
    return Math.max(0, first >= 0 ? first : security.findIndex((schemes) => schemes.length > 0));
  }

  /** @param {number} index */
  function choose(index) {
    if (index === chosen) return;
    chosen = index;
    const select = chooser?.querySelector("select");
    if (select) select.value = String(index);
    const panel = uses.find(({ alternative }) => alternative === index)?.row.closest(".switch-panel[hidden]");
    if (panel instanceof HTMLElement) show(panel);
    tell();
  }

  /** The page's own list of alternatives, where there are many. */
  function followSwitch() {
    root.querySelector(".switch-choice")?.addEventListener("change", () => {
      const use = uses.find(({ row }) => row.closest(".switch-panel:not([hidden])"));
      if (use) choose(use.alternative);
    });
  }

  function readEntries() {
    return new Map((security[chosen] ?? []).flatMap((scheme) => {
      const entry = vault.get(origin, keyOf(scheme));
      return entry ? [[scheme.key, entry]] : [];
    }));
  }

  return {
    values: () => {
      const credentials = Object.fromEntries([...readEntries()].map(([key, { value }]) => [key, value]));
      const optional = security.findIndex((schemes) => !schemes.length);
      const isNone = !Object.keys(credentials).length && optional >= 0;
      return { security: isNone ? optional : chosen, credentials };
    },
    missing: () => {
      const entries = readEntries();
      if (!entries.size && security.some((schemes) => !schemes.length)) return [];
      return uses
        .filter(({ alternative }) => alternative === chosen)
        .filter(({ scheme }) => scheme.type !== "mutualTLS" && !entries.has(scheme.key))
        .map(({ input }) => ({ name: input.label, message: "is required", show: () => input.focus() }));
    },
    prepare: async () => {
      for (const { input, scheme } of uses) {
        const { token } = vault.get(origin, keyOf(scheme)) ?? {};
        if (token?.refresh && token.expires && token.expires < Date.now() + MARGIN_MS) await input.renew?.();
      }
    },
    onChange: (listener) => listeners.push(listener),
  };
}

/** Two documents may give one name to different schemes. @param {{type: string, key: string}} scheme */
function keyOf({ type, key }) {
  return `${type} ${key}`;
}

/** Puts an input into the row of each use of a scheme. @param {HTMLElement} root @param {PlaygroundData} data
 * @param {(use: Use, entry: import("./vault.js").Entry | undefined) => void} change
 * @param {() => {origin: string, base: string}} target @returns {Promise<Use[]>} */
async function createUses(root, data, change, target) {
  const rows = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('.field[id^="auth."]'));
  const used = data.request.security.flatMap((schemes, alternative) => schemes.map(({ key }) => {
    const scheme = data.schemes.find((each) => each.key === key) ?? { key, type: /** @type {const} */ ("") };
    return { scheme, alternative };
  }));
  const makers = await Promise.all(used.map(({ scheme }) => loadInput(scheme)));
  return makers.map((createInput, at) => {
    const { scheme, alternative } = /** @type {{scheme: SchemeDetails, alternative: number}} */ (used[at]);
    const row = rows[at] ?? root;
    const input = createInput(scheme, (entry) => change(use, entry), target, FIELDS);
    /** @type {Use} */
    const use = { input, scheme, alternative, row };
    const about = describedBy(row);
    for (const box of input.element.querySelectorAll("input")) {
      if (about) box.setAttribute("aria-describedby", about);
      if (data.request.security.every((each) => each.length)) box.setAttribute("aria-required", "true");
    }
    (row.querySelector(":scope > .field-content") ?? row).append(input.element);
    if (scheme.in === "cookie" && !siteData.proxy) input.element.append(make("p", { class: "play-hint" }, NO_COOKIES));
    return use;
  });
}

/** @param {() => void} cleared */
function createFoot(cleared) {
  const keeping = make("input", { type: "checkbox" });
  keeping.checked = vault.isKept();
  keeping.addEventListener("change", () => vault.keep(keeping.checked));
  return make("div", { class: "play-auth-foot" },
    make("label", {}, keeping, " Keep credentials in this tab until it is closed"),
    button("Forget them", () => {
      vault.forget();
      cleared();
    }, { class: "play-tool" }));
}
