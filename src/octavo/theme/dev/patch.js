// Brings an open page from one state of its HTML to the next, with the least possible change. There
// are three trees: `live` as scripts and the reader have changed it, `before` as it was served, and
// `after` as it is served now. Only differences between the two served trees change the live one.
// So open parts, typed text, chosen tabs, focus and scrolling stay, and this module needs no
// knowledge of them.

/** Handles an element in another way, and tells whether it did.
 * @typedef {(live: Element, before: Element, after: Element) => boolean} Special */

/** @param {Element} live @param {Element} before @param {Element} after @param {Special} [special] */
export function patch(live, before, after, special = () => false) {
  if (special(live, before, after)) return;
  for (const { name, value } of after.attributes) {
    if (before.getAttribute(name) !== value) live.setAttribute(name, value);
  }
  for (const { name } of before.attributes) {
    if (!after.hasAttribute(name)) live.removeAttribute(name);
  }
  const olds = listChildren(before);
  const news = listChildren(after);
  const first = olds.findIndex((old, index) => !news[index] || !old.isEqualNode(news[index]));
  const start = first < 0 ? olds.length : first;
  let end = 0;
  while (end < Math.min(olds.length, news.length) - start && olds.at(-1 - end)?.isEqualNode(news.at(-1 - end) ?? null)) end++;
  if (start + end < Math.max(olds.length, news.length)) patchChildren(live, olds, news, start, end, special);
}

/** Between `start` and `end` the children differ. @param {Element} live @param {ChildNode[]} olds
 * @param {ChildNode[]} news @param {number} start @param {number} end @param {Special} special */
function patchChildren(live, olds, news, start, end, special) {
  const twins = pair(live, olds);
  const stop = olds.length - end;
  const keys = olds.map(writeKey);
  /** Where each new node stands last. */
  const wanted = new Map(news.map((node, index) => [writeKey(node), index]));
  let last = twins.get(olds.slice(0, start).findLast((old) => twins.has(old)));
  let at = start;
  for (let index = start; index < news.length - end; index++) {
    const node = news[index];
    const match = findMatch();
    const twin = twins.get(olds[match]);
    if (match >= 0) removeTo(match);
    at = Math.max(at, match + 1);
    if (twin instanceof Element) patch(twin, /** @type {Element} */ (olds[match]), /** @type {Element} */ (node), special);
    else if (twin) twin.data = /** @type {Text} */ (node).data;
    last = twin ?? live.insertBefore(document.importNode(node, true), place());

    /**
     * The old node that becomes this one: an equal one, or else the next of its kind, unless a node
     * that is needed later comes before it.
     */
    function findMatch() {
      let kind = -1;
      for (let old = at; old < stop; old++) {
        if (keys[old] && keys[old] === writeKey(node)) return old;
        if (keys[old] && (wanted.get(keys[old]) ?? -1) > index) break;
        if (kind < 0 && isOfKind(olds[old], node)) kind = old;
        if (!writeKey(node)) break;
      }
      return kind;
    }
  }
  removeTo(stop);

  /** @param {number} index */
  function removeTo(index) {
    for (; at < index; at++) twins.get(olds[at])?.remove();
  }

  /** What something new is put before: the next node that stays, or what follows the last one. */
  function place() {
    const next = olds.slice(at).find((old) => twins.has(old));
    return next ? twins.get(next) : last?.nextSibling ?? null;
  }
}

/** The live twin of each node that was served: what scripts added is none, what they removed has none.
 * @param {Element} live @param {ChildNode[]} olds */
function pair(live, olds) {
  /** @type {Map<Node | undefined, any>} */
  const twins = new Map();
  let nodes = listChildren(live);
  for (const old of olds) {
    const twin = nodes.find((node) => isOfKind(node, old)) ?? nodes.find((node) => isLike(node, old));
    if (!twin) continue;
    twins.set(old, twin);
    nodes = nodes.slice(nodes.indexOf(twin) + 1);
  }
  return twins;
}

/** All but scripts, which run once, and style sheets, which are swapped. @param {Element} element */
function listChildren(element) {
  return [...element.childNodes].filter((/** @type {any} */ node) => !node.matches?.("script, link[rel=stylesheet]"));
}

/** @param {any} one @param {any} other */
const isLike = (one, other) => one.nodeName === other.nodeName && one.id === other.id;
/** @param {any} one @param {any} other */
const isOfKind = (one, other) => isLike(one, other) && one.getAttribute?.("class") === other.getAttribute?.("class");
/** No key for text nodes, which are never moved. @param {any} node @returns {string | undefined} */
const writeKey = (node) => node.outerHTML;
