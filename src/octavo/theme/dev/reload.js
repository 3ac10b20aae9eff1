// Keeps an open page of the preview up to date: patches it when it changes, swaps styles and
// pictures, and shows problems. Built sites don't have it.
import { patch } from "./patch.js";
import { showProblems } from "./problems.js";

/** What the channel tells. `changed` are served files, with the version in which they last changed.
 * @typedef {{version: number, page: string, changed: Record<string, number>, problems: import("./problems.js").Problem[]}} State */

const script = /** @type {HTMLScriptElement} */ (document.querySelector("script[data-octavo-token]"));
let currentDigest = script.dataset.octavoPage ?? "";
let version = Number(script.dataset.octavoVersion);
/** The page as it was served, which scripts have changed since. @type {Promise<Document>} */
let served = load();
served.catch(() => {});

/** The page as the server has it now. @returns {Promise<Document>} */
function load() {
  // Not fetch: this parser needs no text that the page's policy would have to trust.
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", location.pathname + location.search);
    request.responseType = "document";
    request.onload = () => (request.response && isHere(request.responseURL) ? resolve(request.response) : reject());
    request.onerror = reject;
    request.send();
  });
}

/** @param {string} address */
function isHere(address) {
  return new URL(address).pathname === location.pathname;
}

// --- the channel ---------------------------------------------------------------------------------

/** @type {EventSource | undefined} */
let channel;
/** States are followed one after the other. */
let work = Promise.resolve();

function listen() {
  channel?.close();
  const token = encodeURIComponent(script.dataset.octavoToken ?? "");
  const source = new EventSource(`/_octavo/dev/events?token=${token}&page=${encodeURIComponent(location.pathname)}`);
  source.onmessage = ({ data }) => {
    work = work.then(() => follow(JSON.parse(data))).catch(() => location.reload());
  };
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED && channel === source) waitForServer();
  };
  channel = source;
}

/** Another preview took the place of the one that this page came from. */
async function waitForServer() {
  for (;;) {
    try {
      await fetch(location.pathname, { method: "HEAD" });
      return location.reload();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

// Browsers open only a few connections to a server, so hidden pages close theirs.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") listen();
  else channel?.close();
});
addEventListener("pagehide", () => channel?.close());
addEventListener("pageshow", (event) => event.persisted && listen());
if (document.visibilityState === "visible") listen();

// --- following -----------------------------------------------------------------------------------

/** @param {State} state */
async function follow(state) {
  showProblems(state.problems);
  const since = version;
  version = state.version;
  refresh(new Map(Object.entries(state.changed).filter(([, changed]) => changed > since)));
  if (state.page === currentDigest) return;
  const before = await served;
  const after = await load();
  if (readDigest(before) !== currentDigest || !mayBePatched(before, after)) return location.reload();
  await patchPage(before, after);
  currentDigest = readDigest(after);
  served = Promise.resolve(after);
  document.dispatchEvent(new CustomEvent("octavo:patched"));
}

/** Loads files again that changed under their names. @param {Map<string, number>} changed */
function refresh(changed) {
  for (const element of document.querySelectorAll("link[rel=stylesheet], [src]")) {
    const name = element instanceof HTMLLinkElement ? "href" : "src";
    const address = new URL(element.getAttribute(name) ?? "", location.href);
    const number = changed.get(address.pathname);
    if (number === undefined || address.origin !== location.origin) continue;
    address.searchParams.set("changed", String(number));
    if (element instanceof HTMLScriptElement) location.reload();
    else if (element instanceof HTMLLinkElement) swap(element, address.href);
    else element.setAttribute(name, address.href);
  }
}

/** Puts another style sheet in a link's place as soon as it is there.
 * @param {HTMLLinkElement} link @param {string} address */
async function swap(link, address) {
  await addStyle(address, link);
  link.remove();
}

/** @param {string} address @param {Element | null} neighbor @returns {Promise<void>} */
function addStyle(address, neighbor) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  if (neighbor) neighbor.after(link);
  else document.head.append(link);
  return new Promise((resolve) => {
    link.onload = link.onerror = () => resolve();
  });
}

// --- patching ------------------------------------------------------------------------------------

/** @param {Document} page */
function readDigest(page) {
  return /** @type {HTMLElement | null} */ (page.querySelector("script[data-octavo-token]"))?.dataset.octavoPage;
}

/** Scripts have read the site's data, and cannot be taken back; nor can a policy.
 * @param {Document} before @param {Document} after */
function mayBePatched(before, after) {
  const [old, now] = [before, after].map((page) => page.getElementById("site-data")?.textContent);
  if (readPolicy(before) !== readPolicy(after)) return false;
  const running = listScripts(before);
  const added = [...listScripts(after)].filter(([key]) => !running.has(key));
  const lost = [...running].filter(([key]) => !listScripts(after).has(key));
  const isOurs = (/** @type {[string, Element]} */ [key]) => key.startsWith("/_octavo/");
  return old !== undefined && old === now && added.every(isOurs) && lost.every(isOurs);
}

/** @param {Document} page */
function readPolicy(page) {
  return page.querySelector("meta[http-equiv=Content-Security-Policy]")?.getAttribute("content");
}

/** The scripts of a page by what they are, wherever this state of the site has them. @param {Document} page */
function listScripts(page) {
  const scripts = [...page.querySelectorAll("script:not([data-octavo-token], [type='application/json'])")];
  return new Map(scripts.map((each) => [cutName(each.getAttribute("src") ?? "") || each.textContent || "", each]));
}

/** An address without the hash in it. @param {string} address */
function cutName(address) {
  return address.replace(/^(\/_octavo\/(?:pages\/)?)[0-9a-f]{12}(?=[./])/, "$1");
}

/** @param {Document} before @param {Document} after */
async function patchPage(before, after) {
  const removeOld = await addStyles(before, after);
  patch(document.documentElement, before.documentElement, after.documentElement, patchSpecially);
  removeOld();
  const running = listScripts(before);
  for (const [key, element] of listScripts(after)) {
    if (running.has(key)) continue;
    const added = document.createElement("script");
    for (const { name, value } of element.attributes) added.setAttribute(name, value);
    document.body.append(added);
  }
}

/** Loads new style sheets beside the old ones, and returns what removes those.
 * @param {Document} before @param {Document} after */
async function addStyles(before, after) {
  const olds = listStyles(before);
  const news = listStyles(after);
  const live = [...document.querySelectorAll("link[rel=stylesheet]")];
  /** @param {string} address */
  const find = (address) => live.find((link) => (link.getAttribute("href") ?? "").replace(/^https?:\/\/[^/]+|[?&]changed=\d+/g, "") === address);
  const leaving = olds.filter((address) => !news.includes(address));
  await Promise.all(news.filter((address) => !olds.includes(address)).map((address) => {
    const twin = leaving.find((old) => cutName(old) === cutName(address));
    return addStyle(address, (twin && find(twin)) ?? null);
  }));
  return () => leaving.forEach((address) => find(address)?.remove());
}

/** @param {Document} page */
function listStyles(page) {
  return [...page.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href") ?? "");
}

/** The sidebar of a large site is not what was served, but the whole tree. @type {import("./patch.js").Special} */
function patchSpecially(live, before, after) {
  if (!live.matches(".sidebar-tree") || !after.hasAttribute("data-fragment")) return false;
  if (!before.isEqualNode(after)) renewTree(live, after);
  return true;
}

/** Shows another whole tree, with the same groups open. @param {Element} live @param {Element} after */
async function renewTree(live, after) {
  const address = after.getAttribute("data-fragment") ?? "";
  live.setAttribute("data-fragment", address);
  const request = new XMLHttpRequest();
  request.open("GET", address);
  request.responseType = "document";
  request.onload = () => {
    const whole = request.response?.body;
    if (!whole) return;
    const open = [...live.querySelectorAll("details[open]")].map((group) => group.getAttribute("data-group"));
    for (const group of whole.querySelectorAll("details")) group.open = open.includes(group.dataset.group);
    const current = after.querySelector("[aria-current]")?.getAttribute("href");
    for (const link of whole.querySelectorAll("a")) {
      if (link.getAttribute("href") === current) link.setAttribute("aria-current", "page");
    }
    live.replaceChildren(...whole.childNodes);
  };
  request.send();
}
