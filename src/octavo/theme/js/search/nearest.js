// On the page for addresses that do not exist: the pages that the search finds for the words of the address.
import { openSiteSearch } from "./site-search.js";
import { siteData } from "../shared/site-data.js";
import { say } from "../shared/say.js";

const place = document.querySelector("[data-nearest]");
if (place instanceof HTMLElement) suggest(place).catch(() => {});

/** @param {HTMLElement} place */
async function suggest(place) {
  const search = await openSiteSearch();
  const words = readAddress();
  offerSearch(words);
  const { hits } = await search.find(words);
  place.querySelector("ul")?.append(...hits.map(({ href, title }) => {
    const item = document.createElement("li");
    item.append(makeLink(href, title));
    return item;
  }));
  place.hidden = hits.length === 0;
}

/** Lets the button of this page search for words. @param {string} words */
function offerSearch(words) {
  const button = document.querySelector(".not-found-actions [data-search-open]");
  if (!words || !button) return;
  const link = makeLink(`?${new URLSearchParams({ q: words })}`, say("Search for “{query}”", { query: words }));
  link.className = button.className;
  link.prepend(...button.querySelectorAll("svg"));
  button.replaceWith(link);
}

/** @param {string} href @param {string} text */
function makeLink(href, text) {
  const link = document.createElement("a");
  link.href = href;
  link.textContent = text;
  return link;
}

/** The words of this address. */
function readAddress() {
  let path = location.pathname.slice(siteData.base.length).replace(/\.html?$/, "");
  try {
    path = decodeURIComponent(path);
  } catch {
    // An address that is no proper one is taken as it is.
  }
  return path === "/404" ? "" : path.replace(/[/_+-]+/g, " ").trim(); // some hosts lead to the file itself
}
