// The browser's storage; if it is blocked or full, values aren't stored.

/** @typedef {"localStorage" | "sessionStorage"} Area */

/** @param {Area} area @param {string} key @returns {any} */
export function recall(area, key) {
  try {
    return JSON.parse(window[area].getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps a value; null and undefined forget it. @param {Area} area @param {string} key @param {unknown} value */
export function remember(area, key, value) {
  try {
    if (value == null) window[area].removeItem(key);
    else window[area].setItem(key, JSON.stringify(value));
  } catch {
    // A page works without its memory.
  }
}
