// What the address of the page points to.

/** @param {string} hash */
export function elementOf(hash) {
  const written = hash.replace(/^#/, "");
  try {
    return document.getElementById(decodeURIComponent(written));
  } catch {
    return document.getElementById(written);
  }
}
