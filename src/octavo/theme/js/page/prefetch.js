// Loads a page just before the reader opens it: the pointer rests on its link, the link has the
// focus, or a finger touches it. Not on slow connections, and not in browsers that follow the
// page's own rules for it.
import { findTarget } from "../shared/find-target.js";
import { siteData } from "../shared/site-data.js";

const REST = 65; // milliseconds; a pointer that only passes by asks for nothing
/** @type {Set<string>} */
const asked = new Set([location.pathname]);
/** @type {number | undefined} */
let timer;

/** @param {Event} event */
function consider(event) {
  clearTimeout(timer);
  const link = findTarget(event, "a[href]");
  if (!(link instanceof HTMLAnchorElement) || !isPage(link)) return;
  const wait = event.type === "pointerover" ? REST : 0;
  timer = setTimeout(() => prefetch(link), wait);
}

/** @param {HTMLAnchorElement} link */
function isPage(link) {
  return link.origin === location.origin
    && `${link.pathname}/`.startsWith(`${siteData.base}/`)
    && !link.target
    && !link.hasAttribute("download")
    && link.relList.contains("external") === false
    && !asked.has(link.pathname)
    && !/\.(?!html?$)\w+$/.test(link.pathname);
}

/** @param {HTMLAnchorElement} link */
function prefetch(link) {
  asked.add(link.pathname);
  const hint = document.createElement("link");
  hint.rel = "prefetch";
  hint.href = link.pathname + link.search;
  document.head.append(hint);
}

const connection = /** @type {any} */ (navigator).connection;
const hasRules = HTMLScriptElement.supports?.("speculationrules");
if (!hasRules && !connection?.saveData && !/2g/.test(connection?.effectiveType)) {
  for (const type of ["pointerover", "focusin", "touchstart"]) {
    document.addEventListener(type, consider, { passive: true });
  }
}
