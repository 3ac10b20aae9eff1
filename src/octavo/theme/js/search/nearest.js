// On the page for addresses that do not exist: the pages that the search finds for the words of the address.
import { openSiteSearch } from "./site-search.js";
import { siteData } from "../shared/site-data.js";

const MOST = 5;

const place = document.querySelector("[data-nearest]");
if (place instanceof HTMLElement) suggest(place).catch(() => {});

/** @param {HTMLElement} place */
async function suggest(place) {
  const search = await openSiteSearch();
  const { hits } = await search.find(readAddress(), {}, MOST);
  for (const { href, title } of hits) {
    const link = document.createElement("a");
    link.href = href;
    link.textContent = title;
    const item = document.createElement("li");
    item.append(link);
    place.querySelector("ul")?.append(item);
  }
  place.hidden = hits.length === 0;
}

/** The words of this address. */
function readAddress() {
  const path = location.pathname.slice(siteData.base.length).replace(/\.html?$/, "");
  try {
    return decodeURIComponent(path).replaceAll("/", " ");
  } catch {
    return path.replaceAll("/", " ");
  }
}
