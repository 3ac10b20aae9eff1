// The version that a reader chose: pages of all versions show it, and choosing another one keeps the
// page where that version has it, too. Runs before sidebar.js and the search, which follow it.
import { findTarget } from "../shared/find-target.js";
import { loadDocument } from "../shared/load-document.js";
import { say } from "../shared/say.js";
import { siteData } from "../shared/site-data.js";
import { recall, remember } from "../shared/storage.js";

const KEY = `octavo-version:${siteData.base}`;
const { twins = {}, search } = siteData;
const isShared = document.querySelector("meta[name=octavo-shared]") !== null;
const tree = /** @type {HTMLElement | null} */ (document.querySelector(".sidebar-tree"));
const menus = [...document.querySelectorAll("details.versions")];

if (!isShared && search.version) remember("sessionStorage", KEY, search.version);
const lastVersion = isShared ? recall("sessionStorage", KEY) : null;
if (Object.hasOwn(twins, lastVersion)) show(lastVersion).catch(() => {});
document.addEventListener("click", choose);
for (const menu of menus) menu.addEventListener("toggle", () => findTwins().catch(() => {}), { once: true });

/** Shows a page of all versions as one of them has it. @param {string} version */
async function show(version) {
  const twin = twins[version];
  if (!twin) return;
  search.version = version;
  if (tree) {
    tree.dataset.fragment = twin.tree;
    tree.dataset.version = version;
    tree.addEventListener("load", () => paginate(tree), { once: true });
  }
  const body = (await loadDocument(twin.around)).body;
  const menu = body.querySelector(".versions");
  for (const each of menus) each.replaceChildren(...(menu?.cloneNode(true).childNodes ?? []));
  const languages = body.querySelector(".languages");
  if (languages) document.querySelector(".languages")?.replaceChildren(...languages.childNodes);
  replace(".nav-tabs", body, (part) => document.getElementById("navbar")?.append(part));
  replace(".anchors", body, (part) => document.querySelector(".sidebar-pages")?.insertBefore(part, tree));
}

/** @param {string} selector @param {Element} body @param {(part: Element) => void} add */
function replace(selector, body, add) {
  const [before, after] = [document.querySelector(selector), body.querySelector(selector)];
  if (before && after) before.replaceWith(after);
  else if (after) add(after);
  else before?.remove();
}

/** The pages before and after this one are those of the tree. @param {HTMLElement} tree */
function paginate(tree) {
  const pagination = document.getElementById("pagination");
  const links = [...tree.querySelectorAll("a:not([target])")];
  const at = links.findIndex((link) => link.hasAttribute("aria-current"));
  if (!pagination || at < 0) return;
  pagination.replaceChildren(...[
    makeNeighbor("previous", say("Previous"), links[at - 1]), makeNeighbor("next", say("Next"), links[at + 1]),
  ].filter((link) => link !== null));
}

/** @param {"previous" | "next"} name @param {string} word @param {Element | undefined} link */
function makeNeighbor(name, word, link) {
  if (!link) return null;
  const label = document.createElement("span");
  label.textContent = word;
  const anchor = document.createElement("a");
  anchor.className = `pagination-${name}`;
  anchor.rel = name === "next" ? "next" : "prev";
  anchor.href = link.getAttribute("href") ?? "";
  anchor.append(label, readTitle(link));
  return anchor;
}

/** What an entry says, without its marks. @param {Element} link */
function readTitle(link) {
  const copy = /** @type {Element} */ (link.cloneNode(true));
  for (const mark of copy.querySelectorAll(".nav-method, .nav-tag, .nav-path")) mark.remove();
  return copy.textContent?.trim() ?? "";
}

/** @param {MouseEvent} event */
function choose(event) {
  const link = findTarget(event, ":is(.versions, .languages) a:not([target])");
  if (!link) return;
  remember("sessionStorage", KEY, nameVersion(link));
  if (!isShared || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  location.reload();
}

/** The version that an entry of a menu leads to. @param {Element} link */
function nameVersion(link) {
  return link.getAttribute("data-version") ?? link.textContent ?? "";
}

/** Lets the entries of the menus lead to this page in other versions. */
async function findTwins() {
  if (isShared) return;
  const { openSiteSearch } = await import("../search/site-search.js");
  const pages = await openSiteSearch();
  for (const link of document.querySelectorAll(".versions a:not([target], [aria-current])")) {
    const others = await pages.listAddresses(nameVersion(link));
    const near = others.filter((href) => isTwin(location.pathname, href));
    if (near.length === 1 && near[0]) link.setAttribute("href", near[0]);
  }
}

/** Whether two addresses are the same but for one folder, which only one of them may have.
 * @param {string} one @param {string} other */
function isTwin(one, other) {
  const [first, second] = [one, other].map((path) => path.replace(/(\/index\.html|\/)$/, "").split("/"));
  if (!first || !second || first.at(-1) !== second.at(-1) || Math.abs(first.length - second.length) > 1) return false;
  const [short, long] = first.length < second.length ? [first, second] : [second, first];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  const rest = short.slice(start + Number(short.length === long.length));
  return rest.join("/") === long.slice(start + 1).join("/");
}
