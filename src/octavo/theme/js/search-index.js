// Reads the search index and ranks pages and headings. The dialog knows nothing of both.

/**
 * @typedef {object} Page
 * @property {string} href
 * @property {string} title
 * @property {string} description
 * @property {string} breadcrumb
 * @property {string | null} version
 * @property {[id: string, text: string][]} headings
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
    (/** @type {any[]} */ [href, title, description, breadcrumb, version, headings]) => ({
      href,
      title,
      description: description ?? "",
      breadcrumb: breadcrumb ?? "",
      version: version ?? null,
      headings: headings ?? [],
    }),
  );
}

/** Every word is compared once a query, however often it occurs: texts hold numbers of words.
 * @param {Page[]} pages @param {string | null} version Where it is set, other versions' pages are left out.
 * @returns {Index} */
export function buildIndex(pages, version) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  /** @param {string} text */
  const read = (text) =>
    wordsOf(text).map((word) => {
      const number = numbers.get(word) ?? numbers.size;
      numbers.set(word, number);
      return number;
    });
  const entries = pages
    .filter((page) => !page.version || !version || page.version === version)
    .map((page) => ({
      page,
      title: read(page.title),
      description: read(page.description),
      elsewhere: read(`${page.breadcrumb} ${page.href}`),
      headings: page.headings.map(([id, text]) => ({ id, text, words: read(text) })),
    }));
  const vocabulary = [...numbers.keys()];

  /** @param {string} query @returns {Found} */
  const find = (query) => {
    const matchers = tokensOf(query).map((token) => matcher(vocabulary, token));
    const whole = fold(query.trim());
    /** @param {boolean} partial */
    const search = (partial) =>
      entries
        .map((entry) => rank(entry, matchers, whole, partial))
        .filter((ranked) => ranked.score > 0)
        .sort((one, other) => other.score - one.score)
        .slice(0, GROUPS)
        .map((ranked) => ranked.group());
    if (!matchers.length) return { groups: [], partial: false };
    const groups = search(false);
    if (groups.length || matchers.length === 1) return { groups, partial: false };
    return { groups: search(true), partial: true };
  };
  return { find };
}

/** @typedef {(words: number[]) => number} Matcher How well a token is found in a text, 0 to 1. */
/** @typedef {{page: Page, title: number[], description: number[], elsewhere: number[],
 *   headings: {id: string, text: string, words: number[]}[]}} Entry */

/** @param {Entry} entry @param {Matcher[]} matchers @param {string} whole @param {boolean} partial */
function rank({ page, title, description, elsewhere, headings }, matchers, whole, partial) {
  const titles = matchers.map((match) => match(title));
  const scores = matchers.map((match, at) =>
    Math.max(titles[at] ?? 0, DESCRIPTION * match(description), ELSEWHERE * match(elsewhere)));
  let score = join(scores, partial);
  if (score) score += closeness(page.title, whole, title.length);
  const ranked = headings
    .map((heading) => {
      const own = matchers.map((match) => HEADING * match(heading.words));
      const all = own.map((value, at) => Math.max(value, TITLE_OF_HEADING * (titles[at] ?? 0)));
      const value = own.some(Boolean) ? join(all, partial) : 0;
      return { heading, value: value && value + HEADING * closeness(heading.text, whole, heading.words.length) };
    })
    .filter(({ value }) => value > 0)
    .sort((one, other) => other.value - one.value)
    .slice(0, HEADINGS);
  const place = [page.version, page.breadcrumb].filter(Boolean).join(" · ");
  return {
    score: Math.max(score, ranked[0]?.value ?? 0),
    group: () => ({
      page: { href: page.href, title: page.title, place, detail: page.description },
      headings: ranked.map(({ heading }) => ({
        href: `${page.href}#${encodeURIComponent(heading.id)}`,
        title: heading.text,
        place: "",
        detail: "",
      })),
    }),
  };
}

/** All words must be found; or some, and each that is not costs. @param {number[]} scores @param {boolean} partial */
function join(scores, partial) {
  if (!partial && scores.includes(0)) return 0;
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** Texts that are, or start with, what was typed stand first; then short ones.
 * @param {string} text @param {string} whole @param {number} length */
function closeness(text, whole, length) {
  const folded = fold(text);
  const start = folded === whole ? 0.5 : folded.startsWith(whole) ? 0.25 : 0;
  return start + 0.1 / (length || 1);
}

/** @param {string[]} vocabulary @param {{whole: string, parts: string[]}} token @returns {Matcher} */
function matcher(vocabulary, { whole, parts }) {
  const [first, ...rest] = [whole, ...parts].map((word) => {
    const scores = Float32Array.from(vocabulary, (candidate) => likeness(word, candidate));
    return (/** @type {number[]} */ words) => {
      let best = 0;
      for (const number of words) if ((scores[number] ?? 0) > best) best = scores[number] ?? 0;
      return best;
    };
  });
  return (words) => {
    const best = first?.(words) ?? 0;
    return rest.length ? Math.max(best, 0.9 * Math.min(...rest.map((match) => match(words)))) : best;
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
  return text.split(/\s+/).flatMap((token) => {
    const runs = token.match(RUN) ?? [];
    const parts = runs.flatMap((run) => [run, ...(HUMP.test(run) ? run.split(HUMP) : [])]);
    return (runs.length > 1 ? [...parts, runs.join("")] : parts).map(fold);
  });
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
