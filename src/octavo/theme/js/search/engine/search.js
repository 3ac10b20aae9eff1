// The search of a site: opens its index, finds pages, and cites them.
import { buildMeasure, citePage, markWords } from "./cite.js";
import { expandWords, listPrefixes } from "./expand.js";
import { Index, readNumber } from "./index-files.js";
import { listPathPrefixes } from "./paths.js";
import { keepPhrases, weighNames } from "./phrases.js";
import { readQuery } from "./query.js";
import { rankPages } from "./rank.js";
import { fold, readWords } from "./terms.js";

const MOST_WITH_PHRASE = 40;
/**
 * Results that are described first, and sorted among themselves. Each may need a file, so invisible
 * ones wait.
 */
const FIRST = 5;
const STARTS_SO = 1.5;
const HOLDS_SO = 1.25;

/** @typedef {import("./cite.js").Piece} Piece */
/** @typedef {{kind?: string, tab?: string, version?: string}} Filter `version` leaves out pages of others; "g" and "a" are kinds. */
/** @typedef {{page: number, href: string, title: string, description: string, place: string, method: string, path: string,
 *   mark: string, isApi: boolean, version: string, tab: string}} Hit */
/** @typedef {{hits: Hit[], loadRest: () => Promise<Hit[]>, total: number, isPartial: boolean, nearWords: string[],
 *   words: import("./expand.js").Expanded[]}} Answer The first hits, and those that follow. Partial: no page has all words. */

/** @param {import("./index-files.js").Load} load Returns a file of the index, read as JSON. */
export async function openSearch(load) {
  const index = new Index(await load("search.json"), load);
  const { manifest } = index;

  /** @param {number} page @returns {Promise<Hit>} */
  async function describe(page) {
    const [href, title, description = "", place = "", operation = "", , mark = ""] = await index.loadPage(page);
    const [, method = "", path = ""] = /^(\S+) (.*)$/s.exec(operation) ?? [];
    return {
      page, href, title, description, place, method, path, mark, isApi: manifest.kinds[page] === "a",
      version: manifest.versions[readNumber(manifest.versionOf, page) - 1] ?? "",
      tab: manifest.tabs[readNumber(manifest.tabOf, page) - 1] ?? "",
    };
  }

  /** @param {import("./rank.js").Ranked[]} ranked @param {import("./query.js").Query} query */
  const describeInOrder = async (ranked, query) => (
    putInOrder(await Promise.all(ranked.map(({ page }) => describe(page))), ranked, query));

  return {
    tabs: manifest.tabs,
    versions: manifest.versions,
    hasKinds: new Set(manifest.kinds).size > 1,

    /** Prepares for words that begin with a letter; what does not come is loaded again when it is needed. @param {string} letter */
    async prepare(letter) {
      const query = readQuery(letter);
      try {
        await index.loadAhead(fold(letter).toLowerCase());
        // The first search is slower than any other, until the browser has compiled its code, so
        // this one runs in advance.
        rankPages(index, await expandWords(index, query.words), query, () => true, 1);
      } catch { /* The search itself tells it. */ }
    },

    /** Finds pages, the best first. @param {string} text @param {Filter} [filter] @param {number} [most] @returns {Promise<Answer>} */
    async find(text, filter = {}, most = 10) {
      const query = readQuery(text);
      const prefixes = query.words.flatMap(listPrefixes);
      const paths = query.path ? listPathPrefixes(query.path) : [];
      const ofMethod = query.path?.method ? paths.map((prefix) => `${query.path?.method} ${prefix}`) : [];
      await index.loadParts([...prefixes, ...paths, ...ofMethod]);
      const words = await expandWords(index, query.words);
      const isQuoted = query.phrases.length > 0;
      const ranking = rankPages(index, words, query, buildFilter(manifest, filter), isQuoted ? MOST_WITH_PHRASE : most);
      const { best, total, hasAll } = isQuoted ? await keepPhrases(index, ranking, query.phrases) : ranking;
      const ranked = await weighNames(index, best.slice(0, most), query.names);
      return {
        hits: await describeInOrder(ranked.slice(0, FIRST), query),
        loadRest: () => describeInOrder(ranked.slice(FIRST), query),
        total,
        isPartial: total > 0 && !query.path && !hasAll,
        nearWords: words.flatMap(({ meanings }) => meanings.filter(({ kind }) => kind === "near").map(({ term }) => term)),
        words,
      };
    },

    /** What to show of a page: its best sections, and its best words. @param {Hit} hit @param {Answer} answer */
    cite: async (hit, answer) => citePage(await index.loadSections(hit.page), answer.words),

    /** A text in pieces, what answers the query marked. @param {string} text @param {Answer} answer @returns {Piece[]} */
    mark: (text, answer) => markWords(text, buildMeasure(answer.words)),

    /** The addresses of all pages that belong to a version alone. @param {string} version */
    async listAddresses(version) {
      const wanted = manifest.versions.indexOf(version) + 1;
      const pages = [...manifest.versionOf].map((_, page) => page).filter((page) => wanted && readNumber(manifest.versionOf, page) === wanted);
      return (await Promise.all(pages.map((page) => index.loadPage(page)))).map(([href]) => href);
    },

    /** The pages where reading begins. @param {Filter} filter @param {number} most */
    listStart: (filter, most) => Promise.all(manifest.start.filter(buildFilter(manifest, filter)).slice(0, most).map(describe)),
  };
}

/** @param {import("./index-files.js").Manifest} manifest @param {Filter} filter @returns {(page: number) => boolean} */
function buildFilter(manifest, { kind, tab, version }) {
  const wantedTab = tab ? manifest.tabs.indexOf(tab) + 1 : 0;
  const wantedVersion = version ? manifest.versions.indexOf(version) + 1 : 0;
  return (page) => (
    (!kind || manifest.kinds[page] === kind)
    && (!wantedTab || readNumber(manifest.tabOf, page) === wantedTab)
    && (!wantedVersion || [0, wantedVersion].includes(readNumber(manifest.versionOf, page))));
}

/** The same pages, those first whose titles have the words in the order in which they were typed.
 * @param {Hit[]} hits @param {import("./rank.js").Ranked[]} ranked @param {import("./query.js").Query} query */
function putInOrder(hits, ranked, { words }) {
  const typed = words.map(({ word }) => word.whole).join(" ");
  const scores = hits.map(({ title }, at) => {
    const text = readWords(title).map(({ whole }) => whole).join(" ");
    return (ranked[at]?.score ?? 0) * (text.startsWith(typed) ? STARTS_SO : ` ${text}`.includes(` ${typed}`) ? HOLDS_SO : 1);
  });
  return hits.map((hit, at) => ({ hit, score: scores[at] ?? 0 })).sort((one, other) => other.score - one.score).map(({ hit }) => hit);
}

/** @typedef {Awaited<ReturnType<typeof openSearch>>} Search */
