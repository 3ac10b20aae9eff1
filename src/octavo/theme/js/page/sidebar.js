// The sidebar keeps its position and its open groups from page to page, loads the whole tree if a
// page has only its branch, and is a modal drawer on narrow screens. inline/bootstrap.js restores
// the stored state before the first paint.
import { loadDocument } from "../shared/load-document.js";
import { recall, remember } from "../shared/storage.js";
import { say } from "../shared/say.js";

const sidebar = document.getElementById("sidebar");
const tree = sidebar?.querySelector(".sidebar-tree");
let isWhole = !tree?.hasAttribute("data-fragment");
if (sidebar && tree instanceof HTMLElement) {
  keepState(sidebar, tree);
  beDrawer(sidebar);
  const { fragment, onDemand, version } = tree.dataset;
  const canWait = onDemand !== undefined && version === undefined; // the tree of another version cannot
  if (fragment && !canWait) showWholeTree(sidebar, tree, fragment).catch(() => {});
  else if (fragment) runWhenWanted(sidebar, () => showWholeTree(sidebar, tree, fragment));
}

/** Does something once, when a reader turns to the sidebar; again if it fails. @param {HTMLElement} sidebar
 * @param {() => Promise<void>} work */
function runWhenWanted(sidebar, work) {
  const events = ["pointerenter", "pointerdown", "focusin", "beforetoggle"];
  const listen = () => events.forEach((type) => sidebar.addEventListener(type, start));
  function start() {
    for (const type of events) sidebar.removeEventListener(type, start);
    work().catch(listen);
  }
  listen();
}

/** @param {HTMLElement} tree */
function buildKey(tree) {
  return `octavo-sidebar:${tree.dataset.fragment ?? tree.querySelector("a")?.getAttribute("href")}`;
}

/** @param {HTMLElement} sidebar @param {HTMLElement} tree */
function keepState(sidebar, tree) {
  const key = buildKey(tree);
  let top = 0;
  // The drawer has no scroll position once it is closed.
  sidebar.addEventListener("scroll", () => (top = sidebar.scrollTop), { passive: true });
  addEventListener("pagehide", () => {
    if (!isWhole) return;
    const open = [...tree.querySelectorAll("details")].filter((group) => group.open);
    remember("sessionStorage", key, { top: sidebar.scrollTop || top, open: open.map((group) => group.dataset.group) });
  });
}

/** @param {HTMLElement} sidebar @param {HTMLElement} tree @param {string} address */
async function showWholeTree(sidebar, tree, address) {
  const whole = (await loadDocument(address)).body;
  const state = recall("sessionStorage", buildKey(tree));
  // Groups have other numbers in the tree of another version.
  const opened = tree.dataset.version ? [] : [...tree.querySelectorAll("details")].filter((group) => group.open);
  const open = [...(state?.open ?? []), ...opened.map((group) => group.dataset.group)];
  for (const group of whole.querySelectorAll("details")) group.open = open.includes(group.dataset.group);
  /** @param {Element | null | undefined} link */
  const findTwin = (link) =>
    [...whole.querySelectorAll("a")].find((other) => other.getAttribute("href") === link?.getAttribute("href"));
  const focused = tree.contains(document.activeElement) ? findTwin(document.activeElement) : null;
  const current = findTwin(tree.querySelector("[aria-current]"));
  current?.setAttribute("aria-current", "page");
  for (let group = current?.closest("details"); group; group = group.parentElement?.closest("details")) group.open = true;
  const before = measureTop(tree);
  tree.replaceChildren(...whole.childNodes);
  tree.dispatchEvent(new Event("load"));
  isWhole = true;
  // Nothing moves under the pointer.
  if (tree.dataset.onDemand !== undefined) sidebar.scrollTop += measureTop(tree) - before;
  else if (state) sidebar.scrollTop = state.top;
  reveal(sidebar);
  focused?.focus({ preventScroll: true });
}

/** @param {HTMLElement} tree */
function measureTop(tree) {
  return tree.querySelector("[aria-current]")?.getBoundingClientRect().top ?? 0;
}

/** Brings the current page into view inside the sidebar; the page itself does not move. @param {HTMLElement} sidebar */
function reveal(sidebar) {
  const box = sidebar.querySelector(".sidebar-tree [aria-current]")?.getBoundingClientRect();
  const frame = sidebar.getBoundingClientRect();
  if (box && (box.top < frame.top || box.bottom > frame.bottom)) {
    sidebar.scrollTop += box.top - frame.top - frame.height / 2;
  }
}

/** @param {HTMLElement} sidebar */
function beDrawer(sidebar) {
  if (!sidebar.hidePopover) return;
  const button = document.querySelector("[popovertarget=sidebar]");
  const isOpen = () => sidebar.matches(":popover-open");
  const close = () => isOpen() && sidebar.hidePopover();

  sidebar.addEventListener("beforetoggle", (event) => {
    // Before the browser gives the focus back: it cannot go to what is inert.
    setModal(sidebar, /** @type {ToggleEvent} */ (event).newState === "open");
  });
  sidebar.addEventListener("toggle", () => {
    if (isOpen()) {
      reveal(sidebar);
      /** @type {HTMLElement | null} */ (sidebar.querySelector("button, a"))?.focus({ preventScroll: true });
    } else if (button instanceof HTMLElement && document.activeElement === document.body) {
      button.focus({ preventScroll: true });
    }
  });
  sidebar.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a")) close();
  });
  addEventListener("hashchange", close);
  matchMedia("(width >= 64rem)").addEventListener("change", close);
}

/** While the drawer is open, nothing else can be reached or scrolled. @param {HTMLElement} sidebar @param {boolean} on */
function setModal(sidebar, on) {
  document.documentElement.classList.toggle("drawer-open", on);
  for (const [name, value] of Object.entries({ role: "dialog", "aria-modal": "true", "aria-label": say("Menu") })) {
    if (on) sidebar.setAttribute(name, value);
    else sidebar.removeAttribute(name);
  }
  for (let element = sidebar; element !== document.body; element = /** @type {HTMLElement} */ (element.parentElement)) {
    for (const other of element.parentElement?.children ?? []) {
      if (other !== element && other instanceof HTMLElement) other.inert = on;
    }
  }
}
