// The credentials of a request: an input for each security scheme, in the row that describes it.
import { show } from "../../api/switch.js";
import { buildUrl } from "../../request/url.js";
import { siteData } from "../../shared/site-data.js";
import { findNoteId } from "../form/rows/rows.js";
import { makeButton, make } from "../make.js";
import { FIELDS, loadInput } from "./scheme-inputs.js";
import { vault } from "./vault.js";
import { say } from "../../shared/say.js";

/** @typedef {import("../types.js").PlaygroundData} PlaygroundData */
/** @typedef {import("../types.js").SchemeDetails} SchemeDetails */
/** @typedef {import("../types.js").Auth} Auth */
/** @typedef {import("../types.js").Servers} Servers */
/** @typedef {import("./scheme-inputs.js").Input} Input */
/** @typedef {{input: Input, scheme: SchemeDetails, alternative: number, row: HTMLElement}} Use */

/** A token is renewed when it has less time left. */
const MARGIN_MS = 10_000;

/**
 * The credentials of a request.
 * @typedef {object} State
 * @property {PlaygroundData} data
 * @property {Servers} [servers]
 * @property {string} origin That they are for.
 * @property {number} choice Of the alternatives.
 * @property {Use[]} uses
 * @property {HTMLElement | null} chooser
 * @property {HTMLElement} elsewhere Says that they were given for another origin.
 * @property {(() => void)[]} listeners
 */

/** @param {HTMLElement} root @param {PlaygroundData} data @param {Servers} [servers] @returns {Promise<Auth>} */
export async function createAuth(root, data, servers) {
  const elsewhere = make("p", { class: "play-auth play-hint", hidden: true });
  /** @type {State} */
  const state = { data, servers, origin: "", choice: 0, uses: [], chooser: null, elsewhere, listeners: [] };
  state.origin = findOrigin(state);
  state.uses = await createUses(root, data, (use, entry) => enter(state, use, entry), () => ({ origin: state.origin, base: buildBase(state) }));
  state.choice = chooseFirst(state);
  state.chooser = await placeChooser(root, state);
  root.append(elsewhere, createFoot(() => refill(state)));
  fill(state);
  // The page's own list of alternatives, where there are many.
  root.querySelector(".switch-choice")?.addEventListener("change", () => {
    const use = state.uses.find(({ row }) => row.closest(".switch-panel:not([hidden])"));
    if (use) choose(state, use.alternative);
  });
  servers?.onChange(() => {
    const origin = findOrigin(state);
    if (origin === state.origin) return;
    state.origin = origin;
    refill(state);
  });
  return {
    readValues: () => readValues(state),
    listMissing: () => findMissing(state),
    prepare: () => renewAll(state),
    onChange: (listener) => state.listeners.push(listener),
  };
}

/** @param {HTMLElement} root @param {State} state */
async function placeChooser(root, state) {
  const { security } = state.data.request;
  const isChosenByPage = root.querySelector(".switch-choice") && security.every((schemes) => schemes.length > 0);
  if (isChosenByPage || security.length < 2) return null;
  const { createChooser } = await import("./chooser.js");
  const chooser = createChooser(security, state.choice, (index) => choose(state, index));
  const intro = root.querySelector(":scope > .auth-intro, :scope > .switch > .auth-intro");
  (intro ?? root.querySelector(":scope > .api-head, :scope > h2"))?.after(chooser);
  return chooser;
}

/** @param {State} state */
function tell({ listeners }) {
  for (const listener of listeners) listener();
}

/** @param {State} state */
function buildBase({ data, servers }) {
  return buildUrl({ ...data.request, path: "" }, { parameters: {}, ...servers?.readValues() }, []);
}

/** @param {State} state */
function findOrigin(state) {
  const base = buildBase(state);
  return URL.canParse(base) ? new URL(base).origin : base;
}

/** @param {State} state @param {{type: string, key: string}} scheme */
function findEntry({ origin }, scheme) {
  return vault.get(origin, buildKey(scheme));
}

/** Takes what the reader typed. @param {State} state @param {Use} use @param {import("./vault.js").Entry | undefined} entry */
function enter(state, use, entry) {
  const { key } = use.scheme;
  vault.set(state.origin, buildKey(use.scheme), entry);
  // The same scheme may be part of several alternatives.
  for (const other of state.uses) if (other !== use && other.scheme.key === key) other.input.set(entry);
  if (entry && !state.data.request.security[state.choice]?.some((scheme) => scheme.key === key)) choose(state, use.alternative);
  tell(state);
}

/** Shows the credentials of this origin; those of other origins stay stored. @param {State} state */
function fill(state) {
  const { origin, uses, elsewhere } = state;
  for (const { input, scheme } of uses) input.set(findEntry(state, scheme));
  const isEmpty = uses.every(({ scheme }) => !findEntry(state, scheme));
  elsewhere.hidden = !(isEmpty && vault.hasOthers(origin));
  elsewhere.textContent = say("Your credentials were given for another server. Enter them again to send them to {origin}.", { origin });
}

/** @param {State} state */
function refill(state) {
  fill(state);
  tell(state);
}

/** @param {State} state */
function chooseFirst(state) {
  const { security } = state.data.request;
  const first = security.findIndex((schemes) => schemes.length > 0 && schemes.every((scheme) => findEntry(state, scheme)));
  return Math.max(0, first >= 0 ? first : security.findIndex((schemes) => schemes.length > 0));
}

/** @param {State} state @param {number} index */
function choose(state, index) {
  if (index === state.choice) return;
  state.choice = index;
  const select = state.chooser?.querySelector("select");
  if (select) select.value = String(index);
  const panel = state.uses.find(({ alternative }) => alternative === index)?.row.closest(".switch-panel[hidden]");
  if (panel instanceof HTMLElement) show(panel);
  tell(state);
}

/** @param {State} state */
function readEntries(state) {
  return new Map((state.data.request.security[state.choice] ?? []).flatMap((scheme) => {
    const entry = findEntry(state, scheme);
    return entry ? [[scheme.key, entry]] : [];
  }));
}

/** @param {State} state */
function readValues(state) {
  const credentials = Object.fromEntries([...readEntries(state)].map(([key, { value }]) => [key, value]));
  const optional = state.data.request.security.findIndex((schemes) => !schemes.length);
  const isNone = !Object.keys(credentials).length && optional >= 0;
  return { security: isNone ? optional : state.choice, credentials };
}

/** @param {State} state */
function findMissing(state) {
  const entries = readEntries(state);
  if (!entries.size && state.data.request.security.some((schemes) => !schemes.length)) return [];
  return state.uses
    .filter(({ alternative }) => alternative === state.choice)
    .filter(({ scheme }) => scheme.type !== "mutualTLS" && !entries.has(scheme.key))
    .map(({ input }) => ({ name: input.label, message: say("is required"), show: () => input.focus(), box: input.element.querySelector("input") }));
}

/** @param {State} state */
async function renewAll(state) {
  for (const { input, scheme } of state.uses) {
    const { token } = findEntry(state, scheme) ?? {};
    if (token?.refresh && token.expires && token.expires < Date.now() + MARGIN_MS) await input.renew?.();
  }
}

/** Two documents may give one name to different schemes. @param {{type: string, key: string}} scheme */
function buildKey({ type, key }) {
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
    const about = findNoteId(row);
    for (const box of input.element.querySelectorAll("input")) {
      if (about) box.setAttribute("aria-describedby", about);
      if (data.request.security.every((each) => each.length)) box.setAttribute("aria-required", "true");
    }
    (row.querySelector(":scope > .field-content") ?? row).append(input.element);
    if (scheme.in === "cookie" && !siteData.proxy) import("./notes.js").then(({ makeCookieNote }) => input.element.append(makeCookieNote()), () => {});
    return use;
  });
}

/** @param {() => void} cleared */
function createFoot(cleared) {
  const keeping = make("input", { type: "checkbox" });
  keeping.checked = vault.isKept();
  keeping.addEventListener("change", () => vault.keep(keeping.checked));
  return make("div", { class: "play-auth-foot" },
    make("label", {}, keeping, " ", say("Keep credentials in this tab until it is closed")),
    makeButton(say("Forget them"), () => {
      vault.forget();
      cleared();
    }, { class: "play-tool" }));
}
