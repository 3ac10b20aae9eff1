// Stands inline in the head, before anything is painted. It sets the mode of the page, and puts
// the sidebar and the banner as the reader left them while the parser adds them.
(() => {
  const root = document.documentElement;
  /** @param {"localStorage" | "sessionStorage"} area @param {string} key */
  const read = (area, key) => {
    try { return window[area].getItem(key); } catch { return null; }
  };
  const { mode, forced } = root.dataset;
  const chosen = (forced === undefined && read("localStorage", "octavo-mode")) || mode;
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.classList.remove("light", "dark");
  root.classList.add("js", dark ? "dark" : "light");

  new MutationObserver((_, observer) => {
    const banner = document.getElementById("banner");
    const key = banner?.dataset.banner;
    if (banner && key && read("localStorage", "octavo-banner") === key) banner.hidden = true;
    if (!document.getElementById("content-area")) return;
    observer.disconnect();
    const tree = document.querySelector("#sidebar .sidebar-tree");
    if (tree instanceof HTMLElement) try { restore(tree); } catch { /* the server's state stays */ }
  }).observe(root, { childList: true, subtree: true });

  /** @param {HTMLElement} tree */
  function restore(tree) {
    // The same key as in sidebar.js: a section is known by its fragment or its first link.
    const name = tree.dataset.fragment ?? tree.querySelector("a")?.getAttribute("href");
    const state = JSON.parse(read("sessionStorage", `octavo-sidebar:${name}`) ?? "{}");
    for (const group of tree.querySelectorAll("details")) {
      if (state.open?.includes(group.dataset.group)) group.open = true;
    }
    const sidebar = /** @type {HTMLElement} */ (tree.parentElement);
    sidebar.scrollTop = state.top ?? 0;
    const link = tree.querySelector("[aria-current]")?.getBoundingClientRect();
    const frame = sidebar.getBoundingClientRect();
    if (link && (link.top < frame.top || link.bottom > frame.bottom)) {
      sidebar.scrollTop += link.top - frame.top - frame.height / 2;
    }
  }
})();
