// What the page tells its scripts: one JSON island, the same shape on every page.

/**
 * @typedef {object} SiteData
 * @property {string} base Path below which the site stands, without a slash at its end.
 * @property {{prompt: string, version: string | null, languages?: boolean,
 *   labels?: Record<string, string>}} search Whether the versions are languages, and what they are called.
 * @property {Record<string, {tree: string, around: string}>} [twins] What stands around pages of all
 * versions in each but the default one.
 * @property {Record<string, Record<string, string>>} analytics
 * @property {Record<string, string>} integrations
 * @property {{address: string | null, searches?: string | null}} feedback Where votes go, and what was searched.
 * @property {Record<string, import("../request/types.js").Server[]>} [mock] Answers for the API of each document.
 * @property {string | null} [proxy] Where the playground's requests go; absent where the browser sends them itself.
 */

/** @type {SiteData} */
export const siteData = {
  base: "",
  search: { prompt: "", version: null },
  analytics: {},
  integrations: {},
  feedback: { address: null },
  ...JSON.parse(document.getElementById("site-data")?.textContent || "{}"),
};

/** Ask the server of this page what it does for pages. Static hosts have a file that says: nothing. */
export async function askServer() {
  const answer = await fetch(`${siteData.base}/_octavo/server.json`).catch(() => null);
  if (answer?.ok) Object.assign(siteData, await answer.json());
}
