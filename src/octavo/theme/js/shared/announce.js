// Tells screen readers what changed, through one polite live region that all modules share.

/** @type {HTMLElement | undefined} */
let region;

/** @param {string} message */
export function announce(message) {
  if (!region) {
    region = document.createElement("div");
    region.className = "visually-hidden";
    region.setAttribute("role", "status");
    document.body.append(region);
  }
  // A region is read only when its text changes after it is there.
  region.textContent = "";
  const target = region;
  setTimeout(() => (target.textContent = message), 50);
}
