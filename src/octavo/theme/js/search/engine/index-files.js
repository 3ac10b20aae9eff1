// Looks terms up in an index whose parts are loaded when they are needed.

/** @typedef {{pages: number, prefixes: string[], parts: string[], words: string, lists: string[], titles: string,
 *   lengths: string, kinds: string, tabs: string[], tabOf: string, versions: string[], versionOf: string,
 *   boosts: Record<number, number>, start: number[]}} Manifest */
/** @typedef {[string, ...number[]]} Row A term and its postings, each as the distance from the one before. */
/** @typedef {{term: string, postings: number[]}} Found */
/** @typedef {{pages: string[][], size: number, texts: string[]}} List */
/** @typedef {(name: string) => Promise<any>} Load */

const PAGES_IN_LIST = 32;

/** The number that a letter of the manifest stands for. @param {string} letters @param {number} at */
export function numberAt(letters, at) {
  const code = letters.charCodeAt(at) - 35;
  return code > 57 ? code - 1 : code;
}

/** The files of one index, as far as they were needed. */
export class Index {
  /** @type {Map<string, Promise<any>>} */
  #files = new Map();
  /** @type {Map<number, Row[]>} */
  #parts = new Map();
  /** @type {Map<Row, Found>} */
  #decoded = new Map();
  #load;

  /** @param {Manifest} manifest @param {Load} load */
  constructor(manifest, load) {
    this.manifest = manifest;
    this.#load = load;
  }

  /** Loads all parts with terms that begin with some letters. @param {Iterable<string>} prefixes */
  async loadParts(prefixes) {
    const numbers = new Set([...prefixes].flatMap((letters) => this.#partsOf(letters)));
    await Promise.all([...numbers].map(async (number) => {
      if (!this.#parts.has(number)) this.#parts.set(number, await this.#loadOnce(this.manifest.parts[number]));
    }));
  }

  /** @param {string} term @returns {Found | null} */
  find(term) {
    const rows = this.#parts.get(this.#partsOf(term)[0]) ?? [];
    const row = rows[lowerBound(rows.length, (place) => rows[place][0] >= term)];
    return row?.[0] === term ? this.#decode(row) : null;
  }

  /** The terms that begin with letters, in order, as far as they are loaded. @param {string} letters @returns {string[]} */
  listTerms(letters) {
    const terms = [];
    for (const number of this.#partsOf(letters)) {
      const rows = this.#parts.get(number) ?? [];
      const start = lowerBound(rows.length, (place) => rows[place][0] >= letters);
      for (let at = start; rows[at]?.[0].startsWith(letters); at++) terms.push(rows[at][0]);
    }
    return terms;
  }

  /** The words that titles and headings have. @returns {Promise<string[]>} */
  async loadWords() {
    return (await this.#loadOnce(this.manifest.words)).split(" ");
  }

  /** What results show of a page. @param {number} page @returns {Promise<string[]>} */
  async loadPage(page) {
    return (await this.#loadList(page)).pages[page % PAGES_IN_LIST];
  }

  /** The sections of a page: id, title, text, code. @param {number} page @returns {Promise<string[][]>} */
  async loadSections(page) {
    const list = await this.#loadList(page);
    const at = page % PAGES_IN_LIST;
    const texts = await this.#loadOnce(list.texts[Math.floor(at / list.size)]);
    return texts[at % list.size];
  }

  /** @param {number} page @returns {Promise<List>} */
  #loadList(page) {
    return this.#loadOnce(this.manifest.lists[Math.floor(page / PAGES_IN_LIST)]);
  }

  /** @param {string} name */
  #loadOnce(name) {
    let file = this.#files.get(name);
    if (!file) {
      file = this.#load(`search/${name}.json`);
      this.#files.set(name, file);
      file.catch(() => this.#files.delete(name));
    }
    return file;
  }

  /** The numbers of the parts with terms that begin with letters. @param {string} letters */
  #partsOf(letters) {
    const { prefixes } = this.manifest;
    let at = Math.max(lowerBound(prefixes.length, (place) => prefixes[place] > letters) - 1, 0);
    const numbers = [at];
    while (prefixes[++at]?.startsWith(letters)) numbers.push(at);
    return numbers;
  }

  /** @param {Row} row @returns {Found} */
  #decode(row) {
    let found = this.#decoded.get(row);
    if (!found) {
      let last = 0;
      const postings = row.slice(1).map((step) => (last += /** @type {number} */ (step)));
      found = { term: row[0], postings };
      this.#decoded.set(row, found);
    }
    return found;
  }
}

/** The first place of a sorted list that is beyond something. @param {number} length @param {(at: number) => boolean} isBeyond */
function lowerBound(length, isBeyond) {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBeyond(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
