// Code as tokens, by the grammars of the build: each rule is tried in order at every place.

/** @typedef {[kind: string, pattern: string, words?: number | null, inside?: string | null, before?: Rule[]]} Rule
 * Words have kinds of their own; a grammar colors what is inside; rules say what it is before something. */
/** @typedef {{words: Record<string, string>[], grammars: Record<string, Rule[]>}} Language */

/** @type {Map<Rule[], {pattern: RegExp, found: Rule[]}>} */
const compiled = new Map();

/** @param {string} text @param {Language} language @param {string} name Of one of its grammars.
 * @param {string} plain The kind of what no rule finds.
 * @returns {[kind: string, text: string][]} */
export function readTokens(text, language, name, plain = "") {
  const { pattern, found } = compile(language.grammars[name] ?? []);
  /** @type {[string, string][]} */
  const tokens = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const [token] = match;
    const [usual = "", , words, inside] = found.find((_, at) => match.groups?.[`rule${at}`] !== undefined) ?? [];
    const own = language.words[words ?? -1];
    const kind = own && Object.hasOwn(own, token) ? own[token] ?? "" : usual;
    if (!kind && !inside) continue;
    if (match.index > end) tokens.push([plain, text.slice(end, match.index)]);
    if (inside) tokens.push(...readTokens(token, language, inside, kind));
    else tokens.push([kind, token]);
    end = match.index + token.length;
  }
  if (end < text.length) tokens.push([plain, text.slice(end)]);
  return tokens;
}

/** One pattern for all rules, in which an empty group tells which it was. @param {Rule[]} rules */
function compile(rules) {
  let result = compiled.get(rules);
  if (!result) {
    /** @type {Rule[]} */
    const found = [];
    result = { pattern: new RegExp(joinRules(rules, found), "gm"), found };
    compiled.set(rules, result);
  }
  return result;
}

/** @param {Rule[]} rules @param {Rule[]} found @returns {string} */
function joinRules(rules, found) {
  return rules.map((rule) => {
    const end = `(?<rule${found.push(rule) - 1}>)`;
    const [, pattern, , , before] = rule;
    return `(?:${pattern})${before ? `(?:${joinRules(before, found)}|${end})` : end}`;
  }).join("|");
}
