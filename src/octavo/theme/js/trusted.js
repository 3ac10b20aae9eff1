// The one policy under which text becomes markup or a script's address, for pages whose
// Content-Security-Policy asks for trusted types. It is used for our own fragments and for the
// fixed addresses of providers, never for what readers or pages say.

const factory = /** @type {any} */ (window).trustedTypes;
/** @type {any} */
const policy = factory?.createPolicy("docs", {
  createHTML: (/** @type {string} */ text) => text,
  createScriptURL: (/** @type {string} */ address) => address,
});

/** @param {string} text @returns {string} */
export const asMarkup = (text) => policy?.createHTML(text) ?? text;

/** @param {string} address @returns {string} */
export const asScriptAddress = (address) => policy?.createScriptURL(address) ?? address;
