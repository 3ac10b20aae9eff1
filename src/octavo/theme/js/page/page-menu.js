// Gives assistants the address of the page, where the build did not know it.

for (const link of document.querySelectorAll(/** @type {"a"} */ ("a[data-page]"))) {
  const page = new URL(link.dataset.page ?? "", location.href).href;
  link.href = (link.getAttribute("href") ?? "").replaceAll("$page", () => encodeURIComponent(page));
}
