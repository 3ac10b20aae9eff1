// A field that filters a long list of allowed values.
import { say } from "../shared/say.js";

/** @param {Element} list */
export function offerFilter(list) {
  if (list.parentElement?.querySelector(":scope > .values-filter")) return;
  const input = document.createElement("input");
  input.type = "search";
  input.className = "values-filter";
  input.placeholder = say("Filter");
  input.setAttribute("aria-label", say("Filter the allowed values"));
  input.addEventListener("input", () => {
    const wanted = input.value.trim().toLowerCase();
    for (const item of list.children) {
      /** @type {HTMLElement} */ (item).hidden = !item.textContent?.toLowerCase().includes(wanted);
    }
  });
  list.parentElement?.prepend(input);
}
