// All languages print the same texts, and many requests share theirs, so results are cached.

const ROOM = 100_000; // characters

/** A function of one text that keeps its results, until there is no room for more.
 * @template T @param {(text: string) => T} make @returns {(text: string) => T} */
export function remember(make) {
  /** @type {Map<string, T>} */
  const results = new Map();
  let room = ROOM;
  return (text) => {
    let result = results.get(text);
    if (result !== undefined) return result;
    result = make(text);
    room -= text.length;
    if (room < 0) {
      results.clear();
      room = ROOM - text.length;
    }
    if (room >= 0) results.set(text, result);
    return result;
  };
}
