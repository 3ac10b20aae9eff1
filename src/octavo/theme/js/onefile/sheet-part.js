// Adds a style sheet of the file, in place of shared/load-sheet.js.

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/** Once. @param {string} name @returns {Promise<void>} */
export function loadSheet(name) {
  const sheet = sheets.get(name) ?? addSheet(name);
  sheets.set(name, sheet);
  return sheet;
}

/** @param {string} name */
async function addSheet(name) {
  const answer = await fetch(`/_octavo/${name}`);
  const style = document.createElement("style");
  style.textContent = await answer.text();
  document.head.append(style);
}
