// Marks the section that is being read in the table of contents.
import { findTarget } from "../shared/find-target.js";

/** @type {HTMLElement | null} */
let list = null;
/** @type {{link: HTMLAnchorElement, heading: HTMLElement}[]} */
let entries = [];
/** The section that the reader jumped to; it may be too near the end to reach the top.
 * @type {HTMLAnchorElement | undefined} */
let jumped;
let scheduled = false;
let isStarted = false;

function findEntries() {
  return [...(list?.querySelectorAll("a") ?? [])].flatMap((link) => {
    const heading = document.getElementById(link.getAttribute("href")?.slice(1) ?? "");
    return heading ? [{ link, heading }] : [];
  });
}

/** Where a heading must be to count as passed: just below the sticky bars. Over the last screen
 * of the page the line moves down to the screen's end, so that each short section has its turn. */
function findReadingLine() {
  const root = document.documentElement;
  const start = parseFloat(getComputedStyle(root).scrollPaddingTop) || 0;
  const whole = root.scrollHeight - innerHeight;
  const range = Math.min(innerHeight, whole);
  const rest = Math.max(0, whole - scrollY);
  const share = range > 1 ? Math.max(0, 1 - rest / range) : 0;
  return start + 8 + share * (innerHeight - start);
}

function update() {
  scheduled = false;
  const line = findReadingLine();
  // Headings of closed parts have no place and are never current.
  const passed = entries.filter(({ heading }) =>
    heading.getClientRects().length && heading.getBoundingClientRect().top <= line);
  mark(jumped ?? (passed.at(-1) ?? entries[0])?.link);
}

/** @param {HTMLAnchorElement | undefined} current */
function mark(current) {
  if (!current || current.hasAttribute("aria-current")) return;
  for (const { link } of entries) link.removeAttribute("aria-current");
  current.setAttribute("aria-current", "true");
  if (!list || list.scrollHeight <= list.clientHeight) return;
  const frame = list.getBoundingClientRect();
  const box = current.getBoundingClientRect();
  if (box.top < frame.top || box.bottom > frame.bottom) {
    list.scrollTop += box.top - frame.top - frame.height / 2;
  }
}

function schedule() {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(update);
}

function follow() {
  jumped = entries.find(({ link }) => link.hash === location.hash)?.link;
  schedule();
}

function release() {
  jumped = undefined;
}

/** Follows the reader, on a page that has contents. */
function start() {
  list = document.getElementById("table-of-contents");
  entries = findEntries();
  if (!list || isStarted) return schedule();
  isStarted = true;
  addEventListener("scroll", schedule, { passive: true });
  addEventListener("hashchange", follow);
  for (const type of ["wheel", "touchmove", "pointerdown", "keydown"]) {
    addEventListener(type, release, { passive: true });
  }
  new ResizeObserver(schedule).observe(document.body);
  follow();
}

document.addEventListener("click", (event) => {
  const link = findTarget(event, ":is(.toc, .contents-bar) a");
  // A second click on a link does not change the hash.
  if (link) setTimeout(follow);
  // At once: the browser jumps after this, and must know the new places.
  link?.closest(".contents-bar")?.removeAttribute("open");
});
// A preview puts contents where there were none.
document.addEventListener("octavo:patched", start);
start();
