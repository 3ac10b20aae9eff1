// Whether scripts of other services may be added to the page. Not for a reader whose browser asks
// for privacy, by Global Privacy Control or Do Not Track: then not even the consent manager comes.
// Else it is asked first, where the author has one: it must be there before the scripts that it
// decides about. When it does not come, they do not come either.
import { loadScript } from "./script.js";
import { siteData } from "../shared/site-data.js";

const { osano } = siteData.integrations;
const { globalPrivacyControl, doNotTrack } = /** @type {any} */ (navigator);
const asksForPrivacy = Boolean(globalPrivacyControl)
  // Browsers have said it in several ways.
  || [doNotTrack, /** @type {any} */ (window).doNotTrack].some((said) => said === "1" || said === "yes");

/** Resolves when other services' scripts may be added; else it never does. @type {Promise<void>} */
export const consentReady = asksForPrivacy
  ? new Promise(() => {})
  : osano
    ? loadScript(osano).catch(() => new Promise(() => {}))
    : Promise.resolve();
