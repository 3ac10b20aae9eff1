// Loads what tries patterns when a field has one.

/** @type {Promise<typeof import("./patterns.js") | null> | undefined} */
let whenLoaded;

/** @returns {Promise<typeof import("./patterns.js") | null>} Null where it cannot be loaded. */
export function loadPatterns() {
  return (whenLoaded ??= import("./patterns.js").catch(() => null));
}

/** Resolves when every pattern that was asked for has said what it thinks, or after a while. */
export async function waitForVerdicts() {
  await (await whenLoaded)?.finishJudging();
}
