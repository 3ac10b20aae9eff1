// A field that filters a long list of allowed values.

/** @param {Element} list */
export function offerFilter(list) {
  if (list.parentElement?.querySelector(":scope > .values-filter")) return;
  const input = document.createElement("input");
  input.type = "search";
  input.className = "values-filter";
  input.placeholder = "Filter";
  input.setAttribute("aria-label", "Filter the allowed values");
  input.addEventListener("input", () => {
    const wanted = input.value.trim().toLowerCase();
    for (const item of list.children) {
      /** @type {HTMLElement} */ (item).hidden = !item.textContent?.toLowerCase().includes(wanted);
    }
  });
  list.parentElement?.prepend(input);
}
