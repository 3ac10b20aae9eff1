// On the page for addresses that do not exist: the pages that the search finds for the words of the address.
import { openSiteSearch } from "./site-search.js";
import { siteData } from "../shared/site-data.js";

const MOST = 5;

const place = document.querySelector("[data-nearest]");
if (place instanceof HTMLElement) suggest(place).catch(() => {});

/** @param {HTMLElement} place */
async function suggest(place) {
  const search = await openSiteSearch();
  const words = readAddress();
  if (words) place.before(makeLink("p", `?${new URLSearchParams({ q: words })}`, `Search for “${words}”`));
  const { hits } = await search.find(words, {}, MOST);
  place.querySelector("ul")?.append(...hits.map(({ href, title }) => makeLink("li", href, title)));
  place.hidden = hits.length === 0;
}

/** @param {string} tag @param {string} href @param {string} text */
function makeLink(tag, href, text) {
  const link = document.createElement("a");
  link.href = href;
  link.textContent = text;
  const around = document.createElement(tag);
  around.append(link);
  return around;
}

/** The words of this address. */
function readAddress() {
  let path = location.pathname.slice(siteData.base.length).replace(/\.html?$/, "");
  try {
    path = decodeURIComponent(path);
  } catch {
    // An address that is no proper one is taken as it is.
  }
  return path.replace(/[/_+-]+/g, " ").trim();
}
