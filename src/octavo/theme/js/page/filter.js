// The field above a long navigation: what is typed hides all other entries, and opens the groups
// of those that are left. Without words the groups are as they were.
import { announce } from "../shared/announce.js";
import { say } from "../shared/say.js";

const filter = document.querySelector(".sidebar-filter");
const pages = document.querySelector(".sidebar-tree");
if (filter instanceof HTMLInputElement && pages instanceof HTMLElement) offerFilter(filter, pages);

/** @param {HTMLInputElement} input @param {HTMLElement} tree */
function offerFilter(input, tree) {
  /** @type {Set<HTMLDetailsElement> | null} */
  let open = null;
  const apply = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const groups = [...tree.querySelectorAll("details")];
    if (words.length) open ??= new Set(groups.filter((group) => group.open));
    else if (!open) return;
    showMatches(tree, words);
    for (const group of groups) group.open = words.length > 0 || !!open?.has(group);
    if (!words.length) open = null;
    tree.dataset.empty = say("Nothing found for “{query}”.", { query: input.value.trim() });
    if (!tree.querySelector("li:not([hidden])")) announce(tree.dataset.empty);
  };
  input.addEventListener("input", apply);
  // The whole tree takes the place of a page's branch.
  tree.addEventListener("load", () => {
    open = null;
    apply();
  });
  // What the filter opened is nothing to remember.
  addEventListener("pagehide", () => {
    input.value = "";
    apply();
  });
}

/** @param {HTMLElement} tree @param {string[]} wanted */
function showMatches(tree, wanted) {
  /** @param {Element} group @param {string} above The titles around it. @returns {boolean} */
  const look = (group, above) => {
    // Not the number of its entries.
    const title = group.querySelector(":scope > .sidebar-title, :scope > summary");
    const words = [...(title?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE);
    const around = `${above} ${words.map((node) => node.textContent).join("")}`.toLowerCase();
    let isShown = false;
    for (const entry of group.querySelectorAll(":scope > ul > li")) {
      const inner = entry.querySelector(":scope > details");
      const text = `${around} ${entry.textContent?.toLowerCase()}`;
      const matches = inner ? look(inner, around) : wanted.every((word) => text.includes(word));
      /** @type {HTMLElement} */ (entry).hidden = !matches;
      isShown ||= matches;
    }
    return isShown;
  };
  look(tree, "");
  for (const group of tree.querySelectorAll(".sidebar-group")) {
    /** @type {HTMLElement} */ (group).hidden = !look(group, "") && wanted.length > 0;
  }
}
