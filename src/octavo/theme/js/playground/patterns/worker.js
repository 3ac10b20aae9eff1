// Runs a pattern on texts, apart from the page, which ends this when it takes too long.

/** @param {string} pattern */
function compile(pattern) {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return null; // not a pattern that browsers know
  }
}

self.onmessage = ({ data: { pattern, texts } }) => {
  const expression = compile(pattern);
  self.postMessage(texts.map((/** @type {string} */ text) => expression?.test(text) ?? null));
};
self.postMessage(null); // ready
