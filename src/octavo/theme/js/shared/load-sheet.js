// Loads a style sheet of the theme that pages do not load by themselves.

/** @type {Map<string, Promise<unknown>>} */
const sheets = new Map();

/** Once; again if it failed. @param {string} name @returns {Promise<unknown>} */
export function loadSheet(name) {
  const sheet = sheets.get(name) ?? new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL(`../${name}`, import.meta.url).href;
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      sheets.delete(name);
      reject(new Error(link.href));
    };
    document.head.append(link);
  });
  sheets.set(name, sheet);
  return sheet;
}
