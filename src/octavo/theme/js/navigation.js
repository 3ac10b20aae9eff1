// Replaces a page's branch of a large sidebar by the whole tree, which all pages share.
// Without this script the branch and the links around it stay.

const tree = document.querySelector(".sidebar-tree[data-fragment]");
if (tree instanceof HTMLElement) {
  showWholeTree(tree).catch(() => {});
}

/** @param {HTMLElement} tree */
async function showWholeTree(tree) {
  const response = await fetch(tree.dataset.fragment ?? "");
  if (!response.ok) return;
  const whole = new DOMParser().parseFromString(await response.text(), "text/html");
  const href = tree.querySelector("a[aria-current]")?.getAttribute("href");
  const current = [...whole.querySelectorAll("a")].find((link) => link.getAttribute("href") === href);
  current?.setAttribute("aria-current", "page");
  for (let group = current?.closest("details"); group; group = group.parentElement?.closest("details")) {
    group.open = true;
  }
  tree.replaceChildren(...whole.body.childNodes);
  current?.scrollIntoView({ block: "center" });
}
