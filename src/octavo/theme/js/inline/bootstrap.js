// Sets the mode before anything is painted, shows the current tab, and puts the sidebar and the
// banner as the reader left them while the parser adds them. What they left is remembered by
// page/mode.js, page/sidebar.js and page/menus.js.
(() => {
  const root = document.documentElement;
  /** @template T @param {() => T} work */
  const trySafely = (work) => {
    try { return work(); } catch { return null; }
  };
  const { mode, forced } = root.dataset;
  const chosen = (forced === undefined && trySafely(() => localStorage.getItem("octavo-mode"))) || mode;
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.classList.remove("light", "dark");
  root.classList.add("js", dark ? "dark" : "light");

  new MutationObserver((_, observer) => trySafely(() => {
    const banner = document.getElementById("banner");
    const key = banner?.dataset.banner;
    if (key && trySafely(() => localStorage.getItem("octavo-banner")) === key) banner.remove();
    if (!document.getElementById("content-area")) return;
    observer.disconnect();
    // The row of tabs may be wider than the window.
    const tab = document.querySelector(".nav-tabs [aria-current]");
    const row = tab?.closest("ul");
    if (tab && row) {
      const [box, frame] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
      row.scrollLeft += box.left - frame.left - (frame.width - box.width) / 2;
    }
    const tree = /** @type {HTMLElement | null} */ (document.querySelector(".sidebar-tree"));
    const sidebar = document.getElementById("sidebar");
    if (!sidebar || !tree) return;
    const name = tree.dataset.fragment ?? tree.querySelector("a")?.getAttribute("href");
    const state = JSON.parse(sessionStorage.getItem(`octavo-sidebar:${name}`) ?? "{}");
    for (const group of tree.querySelectorAll("details")) {
      group.open ||= !!state.open?.includes(group.dataset.group);
    }
    sidebar.scrollTop = state.top ?? 0;
    const link = tree.querySelector("[aria-current]")?.getBoundingClientRect();
    const frame = sidebar.getBoundingClientRect();
    if (link && (link.top < frame.top || link.bottom > frame.bottom)) {
      sidebar.scrollTop += link.top - frame.top - frame.height / 2;
    }
  })).observe(root, { childList: true, subtree: true });
})();
