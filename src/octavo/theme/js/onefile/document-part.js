// Loads an HTML part of the file, in place of shared/load-document.js.

/** @param {string} address @returns {Promise<Document>} */
export async function loadDocument(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(address);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}
