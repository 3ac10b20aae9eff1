// Opens the pages of a reference in one file. The address of a page is `#/path`, that of a part of it
// `#/path#part`. A page is written into the document, which then runs its scripts again.
/** @typedef {{title: string, html: string, scripts: string[]}} Page */
/** @typedef {(need: (name: string) => any, load: (name: string) => Promise<any>, fetch: (address: any, options?: RequestInit) => Promise<Response>, location: any, history: any) => any} Factory */
/** @type {Record<string, Factory>} */
const modules = (/** @type {any} */ (window).octavoModules = {});
const { parts, files, first } = JSON.parse(document.getElementById("octavo-file")?.textContent ?? "");
const head = document.head.innerHTML.replace(/<meta http-equiv[^>]*>/, "");
const root = document.documentElement;
const opening = `<!doctype html><html ${[...root.attributes].map(({ name, value }) => `${name}="${value}"`).join(" ")}>`;
/** @type {Map<number, Promise<Record<string, any>>>} */
const opened = new Map();
/** @type {Map<string, number>} */
const tops = new Map();
/** @type {string[]} */
const texts = parts.map((/** @type {number} */ _, /** @type {number} */ number) => document.getElementById(`octavo-${number}`)?.textContent ?? "");
let page = first.path;
let entry = "";

/** @param {number} number @returns {Promise<Record<string, any>>} */
function openPart(number) {
  const promise = opened.get(number);
  if (promise) return promise;
  const bytes = Uint8Array.from(atob(texts[number]), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const part = new Response(stream).json();
  opened.set(number, part);
  return part;
}

/** @param {string} name @returns {Promise<any>} */
async function readFile(name) {
  if (!Object.hasOwn(files, name)) return undefined;
  return (await openPart(files[name]))[name];
}

/** The path and the part of an address. @param {string} hash @returns {[path: string, part: string]} */
function splitHash(hash) {
  if (!hash.startsWith("#/")) return [hash ? page : first.path, hash];
  const end = hash.indexOf("#", 1);
  const path = end < 0 ? hash.slice(1) : hash.slice(1, end);
  return [path.replace(/(.)\/$/, "$1"), end < 0 ? "" : hash.slice(end)];
}

// What scripts see in place of the browser's own.

const shownLocation = {
  get hash() { return splitHash(location.hash)[1]; },
  get pathname() { return page; },
  get search() { return ""; },
  get origin() { return location.origin; },
  get protocol() { return location.protocol; },
  get href() { return location.href; },
  set href(address) { location.href = address; },
  replace: (/** @type {string} */ address) => location.replace(address.startsWith("#") ? `#${page}${address}` : address),
  reload: () => location.reload(),
};
const shownHistory = {
  get state() { return history.state; },
  replaceState: (/** @type {any} */ state, /** @type {string} */ _, /** @type {string} */ address) =>
    history.replaceState(state, "", `#${page}${address.startsWith("#") ? address : ""}`),
};

/** Answers from the file what belongs to it. @param {any} address @param {RequestInit} [options] */
async function loadAnswer(address, options) {
  const text = String(address);
  const start = text.lastIndexOf("/_octavo/");
  if (start < 0 || /^https?:/.test(text) && new URL(text).origin !== location.origin) return fetch(address, options);
  const content = await readFile(text.slice(start));
  return new Response(content ?? null, { status: content === undefined ? 404 : 200 });
}

// Scripts.

/** Runs the scripts of a page. @param {string[]} names */
function run(names) {
  /** @type {Map<string, any>} */
  const ready = new Map();
  /** @param {string} name @returns {any} */
  const findModule = (name) => {
    if (!ready.has(name)) ready.set(name, modules[name](findModule, load, loadAnswer, shownLocation, shownHistory));
    return ready.get(name);
  };
  /** @param {string} name */
  const load = async (name) => {
    if (!modules[name]) {
      const script = document.createElement("script");
      script.textContent = await readFile("/_octavo/late.js");
      document.head.append(script);
    }
    return findModule(name);
  };
  for (const name of names) findModule(name);
}

// Pages.

/** @param {string} path */
function markCurrent(path) {
  for (const link of document.querySelectorAll(".sidebar-tree a")) {
    const isCurrent = splitHash(link.getAttribute("href") ?? "")[0] === path;
    if (isCurrent) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
    for (let group = isCurrent ? link.closest("details") : null; group; group = group.parentElement?.closest("details") ?? null) group.open = true;
  }
}

/** @param {Page} target */
async function write(target) {
  const [before, after] = await readFile("frame");
  dispatchEvent(new Event("pagehide")); // the sidebar keeps its state
  document.open();
  document.write(`${opening}<head>${head}</head>${before}${target.html}${after}`);
  document.close();
  document.title = target.title;
}

/** @param {Page} target @param {boolean} isMoved */
function start(target, isMoved) {
  markCurrent(page);
  run(target.scripts);
  listen();
  if (isMoved) document.dispatchEvent(new Event("DOMContentLoaded"));
  if (isMoved) document.getElementById("content-area")?.focus({ preventScroll: true });
  showPart(tops.get(entry));
}

/** Scrolls to where the reader was, or to the part that the address names. @param {number} [top] */
function showPart(top) {
  let name = shownLocation.hash.slice(1);
  try { name = decodeURIComponent(name); } catch { /* taken as it is */ }
  if (top !== undefined) scrollTo({ top, behavior: "instant" });
  else if (name) document.getElementById(name)?.scrollIntoView();
  else scrollTo({ top: 0, behavior: "instant" });
}

/** Follows the address. @param {boolean} isFirst */
async function follow(isFirst = false) {
  const [path] = splitHash(location.hash);
  const isPlain = location.hash && !location.hash.startsWith("#/");
  const key = history.state?.octavo ?? String(Math.random());
  const isKnown = tops.has(key);
  history.replaceState({ octavo: key }, "", isPlain && !isFirst ? `#${page}${location.hash}` : location.href);
  entry = key;
  if (path === page && !isFirst) {
    showPart(isKnown ? tops.get(key) : undefined);
    return;
  }
  const target = path === first.path && isFirst ? first : (await readFile(path)) ?? first;
  if (splitHash(location.hash)[0] !== path) return; // the reader has gone on
  page = path;
  if (target !== first) await write(target);
  document.documentElement.classList.remove("octavo-waits");
  start(target, !isFirst);
}

/** A link of this file leads to an address of it. @param {MouseEvent} event */
function followLink(event) {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  const href = link?.getAttribute("href") ?? "";
  if (!(link instanceof HTMLAnchorElement)) return;
  const [path, part] = splitHash(href.startsWith("/") ? `#${href}` : href);
  const isPart = href.startsWith("#") && !href.startsWith("#/");
  if (!isPart && !(path === first.path || Object.hasOwn(files, path))) return;
  link.setAttribute("href", `#${path}${part}`);
  if (isPart) setTimeout(() => link.setAttribute("href", href)); // scripts compare it with ids
  if (event.type === "click" && link.href === location.href) showPart();
}

function listen() {
  document.addEventListener("click", followLink, true);
  document.addEventListener("auxclick", followLink, true);
  addEventListener("hashchange", () => follow());
  addEventListener("scroll", () => tops.set(entry, scrollY), { passive: true });
}

history.scrollRestoration = "manual";
/** @type {any} */ (window).octavoStart = () => follow(true);
