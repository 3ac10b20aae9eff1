// Asks the consent manager first, where the author has one: it must be there before the scripts
// that it decides about. When it does not come, they do not come either.
import { loadScript } from "./script.js";
import { siteData } from "./site-data.js";

const { osano } = siteData.integrations;

/** Resolves when other services' scripts may be added; else it never does. @type {Promise<void>} */
export const consentReady = osano
  ? loadScript(osano).catch(() => new Promise(() => {}))
  : Promise.resolve();
