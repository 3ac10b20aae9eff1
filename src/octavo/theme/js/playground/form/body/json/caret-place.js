// Where the caret is in a JSON text, which may not be valid yet: the way to it, and the object around it.

const LONGEST_TEXT = 1_500_000;
const DEEPEST_PLACE = 100;
const SIGNS = { newline: 10, blank: 32, quote: 34, comma: 44, openList: 91, backslash: 92, closeList: 93, openObject: 123, closeObject: 125 };

/**
 * A list or an object that is being read.
 * @typedef {object} Around
 * @property {boolean} isList
 * @property {[start: number, end: number][]} keys Where the keys of an object stand.
 * @property {boolean} isMember Whether the last of them is the one at the caret.
 * @property {number} index Of an item.
 * @property {number} open Where it begins.
 * @property {number} last Where its last token ends.
 * @property {number} close Where it is closed; -1 where it is not.
 */
/** @typedef {{path: (string | number)[], around: Around | null, keys: Set<string>, isMember: boolean}} JsonPlace
 * `isMember`: the way ends with a key of the object around the caret. */

/** One look from the start of the text to the end of what is around the caret.
 * @param {string} text @param {number} caret @returns {JsonPlace | null} Null where the text is too long or too deep. */
export function findPlace(text, caret) {
  if (text.length > LONGEST_TEXT) return null;
  /** @type {Around[]} */
  const stack = [];
  /** @type {JsonPlace | undefined} */
  let place;
  /** @type {Around | undefined} */
  let around;
  for (let at = 0, end = 0; at < text.length; at = end) {
    const sign = text.charCodeAt(at);
    end = sign === SIGNS.quote ? findTextEnd(text, at) : at + 1;
    if (sign <= SIGNS.blank) continue;
    if (!place && at >= caret) place = describePlace(text, stack);
    if (sign === SIGNS.openObject || sign === SIGNS.openList) {
      if (stack.length >= DEEPEST_PLACE) return null;
      around = { isList: sign === SIGNS.openList, keys: [], isMember: false, index: 0, open: at, last: end, close: -1 };
      stack.push(around);
    } else if (sign === SIGNS.closeObject || sign === SIGNS.closeList) {
      if (around) around.close = at;
      if (place && around === place.around) break;
      stack.pop();
      around = stack.at(-1);
    } else if (around && sign === SIGNS.comma) {
      around.isMember = false;
      around.index += 1;
    } else if (around && sign === SIGNS.quote && !around.isList && !around.isMember) {
      around.keys.push([at, end]);
      around.isMember = true;
    }
    if (around) around.last = end;
  }
  place ??= describePlace(text, stack);
  for (const key of place.around?.keys ?? []) place.keys.add(parseKey(text, key));
  return place;
}

/** Where a text in quotes ends, or its line does. @param {string} text @param {number} start */
function findTextEnd(text, start) {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === SIGNS.backslash) at += 1;
    else if (sign === SIGNS.quote) return at + 1;
    else if (sign === SIGNS.newline) return at;
  }
  return text.length;
}

/** @param {string} text @param {[start: number, end: number]} key */
function parseKey(text, [start, end]) {
  const key = text.slice(start, end);
  try {
    return String(JSON.parse(key));
  } catch {
    return key.replaceAll('"', "");
  }
}

/** @param {string} text @param {Around[]} stack @returns {JsonPlace} */
function describePlace(text, stack) {
  /** @type {(string | number)[]} */
  const path = [];
  for (const { isList, keys, isMember, index } of stack) {
    const key = isMember ? keys.at(-1) : undefined;
    if (isList) path.push(index);
    else if (key) path.push(parseKey(text, key));
  }
  const around = stack.at(-1) ?? null;
  return { path, around, keys: new Set(), isMember: Boolean(around?.isMember) };
}
