// Looks terms up in an index whose parts are loaded when they are needed.

/** @typedef {{pages: number, prefixes: string[], parts: string[], words: string, listsInFile: number, lists: string[], titles: string,
 *   lengths: string, kinds: string, tabs: string[], tabOf: string, versions: string[], versionOf: string,
 *   boosts: Record<number, number>, start: number[]}} Manifest */
/** @typedef {[string, ...number[]]} Row A term and its postings, each as the distance from the one before. */
/** @typedef {[href: string, title: string, description?: string, place?: string, operation?: string, keywords?: string, mark?: string]} Head What results show of a page. */
/** @typedef {{pages: Head[], size: number, texts: string[]}} List */
/** @typedef {(name: string) => Promise<any>} Load */
/** @typedef {any} Numbers A typed array with a number for each page, which no checker of types can know. */
/** @typedef {[id: string, title: string, text: string, code?: string]} Section */

const PAGES_IN_LIST = 32;
const MOST_PARTS_AHEAD = 6;
const MOST_LISTS_AHEAD = 4;

/** The number that a letter of the manifest stands for. @param {string} letters @param {number} at */
export function readNumber(letters, at) {
  const code = letters.charCodeAt(at) - 35;
  return code > 57 ? code - 1 : code;
}

/** The files of one index, as far as they were needed. */
export class Index {
  /** @type {Map<string, Promise<any>>} */
  #files = new Map();
  /** @type {Map<number, Row[]>} */
  #parts = new Map();
  #load;

  /** @param {Manifest} manifest @param {Load} load */
  constructor(manifest, load) {
    this.manifest = manifest;
    /** @type {Numbers} */
    this.damping = measureDamping(manifest.lengths, manifest.pages);
    this.#load = load;
  }

  /** Loads all parts with terms that begin with some letters. @param {Iterable<string>} prefixes */
  async loadParts(prefixes) {
    const numbers = new Set([...prefixes].flatMap((letters) => this.#listParts(letters)));
    await Promise.all([...numbers].map(async (number) => {
      if (!this.#parts.has(number)) this.#parts.set(number, await this.#loadOnce(this.manifest.parts[number] ?? ""));
    }));
  }

  /** Loads what the next letters may need, if it is in few files: parts with terms that begin with the first one, and lists.
   * @param {string} letter */
  async loadAhead(letter) {
    const { lists } = this.manifest;
    await Promise.all([
      this.#listParts(letter).length <= MOST_PARTS_AHEAD && this.loadParts([letter]),
      ...(lists.length <= MOST_LISTS_AHEAD ? lists.map((name) => this.#loadOnce(name)) : []),
    ]);
  }

  /** Whether pages have a term, as far as it is loaded. @param {string} term */
  has(term) {
    return this.#findRow(term) !== null;
  }

  /** Tells which pages have a term, and at which place of each it counts most. @param {string} term
   * @param {(page: number, place: number) => void} tell */
  visit(term, tell) {
    const row = this.#findRow(term) ?? [];
    let posting = 0;
    for (let at = 1; at < row.length; at++) {
      posting += /** @type {number} */ (row[at]);
      tell(posting >> 3, posting & 7);
    }
  }

  /** The terms that begin with letters, in order, as far as they are loaded. @param {string} letters @returns {string[]} */
  listTerms(letters) {
    const terms = [];
    for (const number of this.#listParts(letters)) {
      const rows = this.#parts.get(number) ?? [];
      const start = findBound(rows, ([term]) => term >= letters);
      for (let at = start; rows[at]?.[0].startsWith(letters); at++) terms.push(/** @type {Row} */ (rows[at])[0]);
    }
    return terms;
  }

  /** The words that titles and headings have. @returns {Promise<string[]>} */
  async loadWords() {
    return (await this.#loadOnce(this.manifest.words)).split(" ");
  }

  /** What results show of a page. @param {number} page */
  async loadPage(page) {
    return /** @type {Head} */ ((await this.#loadList(page)).pages[page % PAGES_IN_LIST]);
  }

  /** The sections of a page: id, title, text, code. @param {number} page @returns {Promise<Section[]>} */
  async loadSections(page) {
    const list = await this.#loadList(page);
    const at = page % PAGES_IN_LIST;
    const texts = await this.#loadOnce(list.texts[Math.floor(at / list.size)] ?? "");
    return texts[at % list.size];
  }

  /** @param {number} page @returns {Promise<List>} */
  async #loadList(page) {
    const { lists, listsInFile } = this.manifest;
    const number = Math.floor(page / PAGES_IN_LIST);
    return (await this.#loadOnce(lists[Math.floor(number / listsInFile)] ?? ""))[number % listsInFile];
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
  #listParts(letters) {
    const { prefixes } = this.manifest;
    let at = Math.max(findBound(prefixes, (prefix) => prefix > letters) - 1, 0);
    const numbers = [at];
    while (prefixes[++at]?.startsWith(letters)) numbers.push(at);
    return numbers;
  }

  /** @param {string} term */
  #findRow(term) {
    const rows = this.#parts.get(this.#listParts(term)[0] ?? 0) ?? [];
    const row = rows[findBound(rows, ([each]) => each >= term)];
    return row?.[0] === term ? row : null;
  }
}

/** How much the length of each page lessens its words: long ones have them by chance. @param {string} lengths @param {number} pages */
function measureDamping(lengths, pages) {
  const sizes = new Float64Array(pages);
  for (let page = 0; page < pages; page++) sizes[page] = 64 * (2 ** (readNumber(lengths, page) / 4) - 1);
  const average = sizes.reduce((sum, size) => sum + size, 0) / pages || 1;
  return sizes.map((size) => 0.8 + 0.2 * Math.min(4, Math.max(0.25, size / average)));
}

/** The first place of a sorted list that is beyond something. @template T @param {T[]} list @param {(each: T) => boolean} isBeyond */
function findBound(list, isBeyond) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBeyond(/** @type {T} */ (list[middle]))) high = middle;
    else low = middle + 1;
  }
  return low;
}
