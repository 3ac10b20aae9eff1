// Closes what is open: the lists of versions and languages on a click elsewhere, Esc or when the focus leaves
// it, and the banner for good.

for (const menu of document.querySelectorAll("details:is(.versions, .languages)")) {
  if (menu instanceof HTMLDetailsElement) closeWhenLeft(menu);
}

/** @param {HTMLDetailsElement} menu */
function closeWhenLeft(menu) {
  const close = () => (menu.open = false);
  document.addEventListener("click", (event) => {
    if (!menu.contains(/** @type {Node} */ (event.target))) close();
  });
  menu.addEventListener("focusout", (event) => {
    const next = event.relatedTarget;
    if (next instanceof Node && !menu.contains(next)) close();
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.preventDefault(); // or the drawer around it closes too
    close();
    menu.querySelector("summary")?.focus();
  });
}

document.querySelector("[data-banner-close]")?.addEventListener("click", (event) => {
  const banner = /** @type {Element} */ (event.currentTarget).closest("[data-banner]");
  if (!(banner instanceof HTMLElement)) return;
  banner.remove();
  try {
    localStorage.setItem("octavo-banner", banner.dataset.banner ?? "");
  } catch {
    // It comes back with the next page.
  }
  // The focus was on the button that is gone.
  document.getElementById("content-area")?.focus({ preventScroll: true });
});
