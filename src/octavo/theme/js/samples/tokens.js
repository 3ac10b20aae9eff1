// Code as tokens, by the grammars of the build: each rule is tried in order at every place.

/** @typedef {[kind: string, pattern: string, words?: number | null, inside?: string | null, before?: Rule[]]} Rule
 * Words have kinds of their own; a grammar colors what is inside; rules say what it is before something. */
/** @typedef {{words: Record<string, string>[], grammars: Record<string, Rule[]>}} Language */

/** @typedef {{pattern: RegExp, rules: Rule[]}} Grammar Its rules as one pattern, and in the order of that. */

/** @type {Map<Rule[], Grammar>} */
const grammars = new Map();

/** @param {string} text @param {Language} language @param {string} name Of one of its grammars.
 * @param {string} plain The kind of what no rule finds.
 * @returns {[kind: string, text: string][]} */
export function readTokens(text, language, name, plain = "") {
  const { pattern, rules } = compileGrammar(language.grammars[name] ?? []);
  /** @type {[string, string][]} */
  const tokens = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const [token] = match;
    const [usual = "", , words, inside] = rules.find((_, at) => match.groups?.[`rule${at}`] !== undefined) ?? [];
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

/** One pattern for all rules, in which an empty group tells which it was. @param {Rule[]} rules @returns {Grammar} */
function compileGrammar(rules) {
  const grammar = grammars.get(rules) ?? joinRules(rules);
  grammars.set(rules, grammar);
  return grammar;
}

/** @param {Rule[]} own @returns {Grammar} */
function joinRules(own) {
  /** @type {Rule[]} */
  const rules = [];
  const write = (/** @type {Rule[]} */ list) => list.map(writeRule).join("|");
  /** @type {(rule: Rule) => string} */
  const writeRule = (rule) => {
    const [, pattern, , , before] = rule;
    const end = `(?<rule${rules.push(rule) - 1}>)`;
    return `(?:${pattern})${before ? `(?:${write(before)}|${end})` : end}`;
  };
  return { pattern: new RegExp(write(own), "gm"), rules };
}
