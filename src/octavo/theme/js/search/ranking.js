// Reads the search index and ranks pages and headings. The dialog knows nothing of both.

/**
 * @typedef {object} Page
 * @property {string} href
 * @property {string} title
 * @property {string} description
 * @property {string} breadcrumb
 * @property {string | null} version
 * @property {[id: string, text: string][]} headings
 * @property {string} operation Method and path, of a page that shows an operation.
 *
 * @typedef {{href: string, title: string, place: string, detail: string}} Hit
 * @typedef {{page: Hit, headings: Hit[]}} Group A page and its headings that match.
 * @typedef {{groups: Group[], partial: boolean}} Found `partial`: no page has all the words.
 * @typedef {{find: (query: string) => Found}} Index
 */

const GROUPS = 10;
const HEADINGS = 4;
// What a match is worth by its place.
const DESCRIPTION = 0.35;
const ELSEWHERE = 0.25;
const HEADING = 0.8;
const TITLE_OF_HEADING = 0.4;

/** @param {string} address @returns {Promise<Page[]>} */
export async function loadPages(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The search index is missing: ${response.status}`);
  const { pages } = await response.json();
  return pages.map(
    (/** @type {any[]} */ [href, title, description, breadcrumb, version, headings, operation]) => ({
      href,
      title,
      description: description ?? "",
      breadcrumb: breadcrumb ?? "",
      version: version ?? null,
      headings: headings ?? [],
      operation: operation ?? "",
    }),
  );
}

/** @typedef {{page: Page, first: number}} Entry `first` is the number of the first text of a page:
 * its title, then its description, breadcrumb with address and operation, and headings. */
/** @typedef {{scores: Float32Array[], whole: string, partial: boolean}} Query For each word of a
 * query, how well it is found in each text. */

/** A word is compared once a query, however often it occurs: words know the texts they stand in.
 * @param {Page[]} pages @param {string | null} version Where it is set, other versions' pages are left out.
 * @returns {Index} */
export function buildIndex(pages, version) {
  /** @type {Map<string, number[]>} */
  const places = new Map();
  /** @type {string[]} */
  const texts = [];
  /** @param {string} text */
  const add = (text) => {
    for (const word of wordsOf(text)) {
      const numbers = places.get(word);
      if (!numbers) places.set(word, [texts.length]);
      else if (numbers.at(-1) !== texts.length) numbers.push(texts.length);
    }
    texts.push(fold(text));
  };
  /** @type {Entry[]} */
  const entries = [];
  for (const page of pages) {
    if (page.version && version && page.version !== version) continue;
    entries.push({ page, first: texts.length });
    [page.title, page.description, `${page.breadcrumb} ${page.href} ${page.operation}`].forEach(add);
    for (const [, heading] of page.headings) add(heading);
  }

  /** @param {string} text @returns {Found} */
  const find = (text) => {
    const scores = tokensOf(text).map((token) => scoreToken(token, places, texts.length));
    const query = { scores, whole: fold(text.trim()), partial: false };
    const groups = search(entries, texts, query);
    if (groups.length || scores.length < 2) return { groups, partial: false };
    return { groups: search(entries, texts, { ...query, partial: true }), partial: true };
  };
  return { find };
}

/** @param {{whole: string, parts: string[]}} token @param {Map<string, number[]>} places @param {number} size */
function scoreToken({ whole, parts }, places, size) {
  const [scores, ...apart] = [whole, ...parts].map((typed) => {
    const best = new Float32Array(size);
    for (const [word, numbers] of places) {
      const score = likeness(typed, word);
      if (score) for (const number of numbers) if (score > (best[number] ?? 0)) best[number] = score;
    }
    return best;
  });
  if (!scores) return new Float32Array(size);
  // `listAll` is found where both of its words are, if less well.
  if (apart.length) scores.forEach((score, at) => {
    scores[at] = Math.max(score, 0.9 * Math.min(...apart.map((part) => part[at] ?? 0)));
  });
  return scores;
}

/** @param {Entry[]} entries @param {string[]} texts @param {Query} query */
function search(entries, texts, query) {
  /** @type {{page: Page, score: number, headings: number[]}[]} */
  const ranked = [];
  for (const { page, first } of entries) {
    /** @type {number[]} */
    const headings = [];
    let score = rankPage(first, texts, query);
    for (let at = 0; at < page.headings.length; at++) {
      const value = rankHeading(first + 3 + at, first, texts, query);
      headings.push(value);
      if (value > score) score = value;
    }
    if (score) ranked.push({ page, score, headings });
  }
  ranked.sort((one, other) => other.score - one.score);
  return ranked.slice(0, GROUPS).map(({ page, headings }) => groupOf(page, headings));
}

/** @param {number} title @param {string[]} texts @param {Query} query */
function rankPage(title, texts, { scores, whole, partial }) {
  let sum = 0;
  for (const wordScores of scores) {
    const score = Math.max(at(wordScores, title), DESCRIPTION * at(wordScores, title + 1), ELSEWHERE * at(wordScores, title + 2));
    if (!score && !partial) return 0;
    sum += score;
  }
  return sum && sum / scores.length + closeness(texts[title], whole);
}

/** Words that are not in a heading may be in its page's title, but not all.
 * @param {number} heading @param {number} title @param {string[]} texts @param {Query} query */
function rankHeading(heading, title, texts, { scores, whole, partial }) {
  let sum = 0;
  let isOwn = false;
  for (const wordScores of scores) {
    const own = HEADING * at(wordScores, heading);
    const score = Math.max(own, TITLE_OF_HEADING * at(wordScores, title));
    if (!score && !partial) return 0;
    isOwn ||= own > 0;
    sum += score;
  }
  return isOwn ? sum / scores.length + HEADING * closeness(texts[heading], whole) : 0;
}

/** @param {Float32Array} scores @param {number} number */
function at(scores, number) {
  return scores[number] ?? 0;
}

/** Texts that are, or start with, what was typed stand first; then short ones.
 * @param {string | undefined} text @param {string} whole */
function closeness(text = "", whole) {
  const start = text.startsWith(whole) ? (text.length === whole.length ? 0.5 : 0.25) : 0;
  return start + 1 / (10 + text.length);
}

/** @param {Page} page @param {number[]} scores Of its headings. @returns {Group} */
function groupOf(page, scores) {
  const best = page.headings
    .map(([id, title], at) => ({ id, title, score: scores[at] ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, HEADINGS);
  const place = [page.version, page.breadcrumb, page.operation].filter(Boolean).join(" · ");
  return {
    page: { href: page.href, title: page.title, place, detail: page.description },
    headings: best.map(({ id, title }) => (
      { href: `${page.href}#${encodeURIComponent(id)}`, title, place: "", detail: "" })),
  };
}

/** How well a typed word matches a word: whole, start, inside, or with one slip.
 * @param {string} typed @param {string} word */
function likeness(typed, word) {
  const at = word.indexOf(typed);
  if (at === 0) return typed.length === word.length ? 1 : 0.75 + (0.2 * typed.length) / word.length;
  if (at > 0) return typed.length > 1 ? 0.4 : 0;
  return typed.length > 4 && startsWithSlip(typed, word) ? 0.3 : 0;
}

/** Whether a word starts with what was typed but for one letter: wrong, missing, added, or two
 * exchanged. @param {string} typed @param {string} word */
function startsWithSlip(typed, word) {
  if (word.length < typed.length - 1) return false;
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at++;
  const after = typed.slice(at + 1);
  return word.startsWith(after, at + 1)
    || word.startsWith(after, at)
    || word.startsWith(typed.slice(at), at + 1)
    || (typed[at] === word[at + 1] && typed[at + 1] === word[at] && word.startsWith(typed.slice(at + 2), at + 2));
}

const RUN = /[\p{L}\p{N}\p{M}]+/gu;
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Lower case without accents. @param {string} text */
function fold(text) {
  const lower = text.toLowerCase();
  return /^[\0-\x7f]*$/.test(lower) ? lower : lower.normalize("NFD").replace(/\p{M}+/gu, "");
}

/** The words of a text; `listAll` is also list and all, `E-42` also e42. @param {string} text */
function wordsOf(text) {
  /** @type {string[]} */
  const words = [];
  for (const token of text.split(/\s+/)) {
    const runs = token.match(RUN) ?? [];
    for (const run of runs) {
      const word = fold(run);
      words.push(word);
      if (word !== run) for (const part of run.split(HUMP)) if (part !== run) words.push(fold(part));
    }
    if (runs.length > 1) words.push(fold(runs.join("")));
  }
  return words;
}

/** @param {string} query */
function tokensOf(query) {
  const tokens = query.slice(0, 200).split(/\s+/).flatMap((text) => {
    const runs = text.match(RUN) ?? [];
    const parts = runs.flatMap((run) => run.split(HUMP)).map(fold);
    return runs.length ? [{ whole: fold(runs.join("")), parts: parts.length > 1 ? parts : [] }] : [];
  });
  return tokens.slice(0, 8);
}

/** A text in pieces, those that match the query marked. @param {string} text @param {string} query
 * @returns {{text: string, hit: boolean}[]} */
export function markHits(text, query) {
  const typed = tokensOf(query).flatMap(({ whole, parts }) => [whole, ...parts]);
  /** @type {{text: string, hit: boolean}[]} */
  const pieces = [];
  let end = 0;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const hit = hitIn(run, typed);
    if (!hit) continue;
    pieces.push({ text: text.slice(end, index + hit.start), hit: false });
    end = index + hit.end;
    pieces.push({ text: text.slice(index + hit.start, end), hit: true });
  }
  pieces.push({ text: text.slice(end), hit: false });
  return pieces.filter((piece) => piece.text);
}

/** @param {string} run @param {string[]} typed */
function hitIn(run, typed) {
  const folded = fold(run);
  for (const word of typed) {
    const at = folded.indexOf(word);
    if (at === 0 || (at > 0 && word.length > 1)) {
      return { start: unfolded(run, at), end: unfolded(run, at + word.length) };
    }
  }
  const slip = typed.some((word) => likeness(word, folded) > 0);
  return slip ? { start: 0, end: run.length } : null;
}

/** The place in a text that stands at `length` in its folded form. @param {string} text @param {number} length */
function unfolded(text, length) {
  if (fold(text).length === text.length) return length;
  let at = 0;
  while (at < text.length && fold(text.slice(0, at)).length < length) at++;
  return at;
}
