// On the page for addresses that do not exist: the pages whose addresses look most like it.
import { loadPages } from "./ranking.js";
import { siteData } from "../shared/site-data.js";

const place = document.querySelector("[data-nearest]");
if (place instanceof HTMLElement && siteData.search.index) suggest(place).catch(() => {});

/** @param {HTMLElement} place */
async function suggest(place) {
  const pages = await loadPages(siteData.search.index);
  const wanted = pairsOf(location.pathname);
  const near = pages
    .map(({ href, title }) => ({ href, title, likeness: likeness(wanted, pairsOf(href)) }))
    .filter((page) => page.likeness > 0.3)
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, 5);
  for (const { href, title } of near) {
    const link = document.createElement("a");
    link.href = href;
    link.textContent = title;
    const item = document.createElement("li");
    item.append(link);
    place.querySelector("ul")?.append(item);
  }
  place.hidden = near.length === 0;
}

/** The letter pairs of an address; those of its last part count twice. @param {string} path */
function pairsOf(path) {
  const parts = path.slice(siteData.base.length).toLowerCase().replace(/\.html?$/, "").split("/").filter(Boolean);
  /** @type {Set<string>} */
  const pairs = new Set();
  parts.forEach((part, index) => {
    const text = ` ${part} `;
    for (let at = 0; at < text.length - 1; at++) {
      const pair = text.slice(at, at + 2);
      pairs.add(pair);
      if (index === parts.length - 1) pairs.add(`/${pair}`);
    }
  });
  return pairs;
}

/** From 0, nothing in common, to 1. @param {Set<string>} one @param {Set<string>} other */
function likeness(one, other) {
  let common = 0;
  for (const pair of one) if (other.has(pair)) common++;
  return one.size + other.size ? (2 * common) / (one.size + other.size) : 0;
}
