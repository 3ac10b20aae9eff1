// Loads an HTML file of the site.

/** @param {string} address @returns {Promise<Document>} */
export function loadDocument(address) {
  // Not fetch: this parser needs no text that the page's policy would have to trust.
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.onload = () => (request.status === 200 && request.response ? resolve(request.response) : reject());
    request.onerror = reject;
    request.send();
  });
}
