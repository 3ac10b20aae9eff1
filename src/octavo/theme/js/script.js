// Adds another service's script to the page. Its address is fixed by us, identifiers are encoded.
import { asScriptAddress } from "./trusted.js";

/** @param {string} address @param {Record<string, string>} [attributes] @returns {Promise<void>} */
export function loadScript(address, attributes = {}) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.async = true;
    for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
    script.onload = () => resolve();
    script.onerror = () => reject(new Error());
    script.src = asScriptAddress(address);
    document.head.append(script);
  });
}
