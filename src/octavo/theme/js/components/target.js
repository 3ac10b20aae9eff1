// What the address of the page points to.

/** @param {string} hash */
export function findElement(hash) {
  const id = hash.replace(/^#/, "");
  try {
    return document.getElementById(decodeURIComponent(id));
  } catch {
    return document.getElementById(id);
  }
}
