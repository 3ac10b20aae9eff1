// Adds another service's script to the page. Its address is fixed by us, identifiers are encoded.

/** The one policy under which text becomes a script's address, for pages whose
 * Content-Security-Policy asks for trusted types. @type {any} */
const policy = /** @type {any} */ (window).trustedTypes?.createPolicy("docs", {
  createScriptURL: (/** @type {string} */ address) => address,
});

/** @param {string} address One that is fixed by us. @returns {string} */
export function trustAddress(address) {
  return policy?.createScriptURL(address) ?? address;
}

/** @param {string} address @param {Record<string, string>} [attributes] @returns {Promise<void>} */
export function loadScript(address, attributes = {}) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.async = true;
    for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
    script.onload = () => resolve();
    script.onerror = () => reject(new Error());
    script.src = trustAddress(address);
    document.head.append(script);
  });
}
