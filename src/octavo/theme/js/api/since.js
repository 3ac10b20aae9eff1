// Highlights what is newer than the release that a reader chose. Marks have the number of a release.
import { recall, remember } from "../shared/storage.js";

const CHOSEN = "octavo-since";
const content = document.querySelector(".mdx-content");
const choice = document.querySelector(".since-choice select");

/** The number of the newest release in a mark. @param {Element} mark */
function findNewest(mark) {
  return Math.max(...[...mark.classList].map((name) => Number(name.match(/^since-(\d+)$/)?.[1] ?? -1)));
}

if (content && choice instanceof HTMLSelectElement) {
  const mark = () => {
    const least = choice.value === "" ? Infinity : Number(choice.value);
    for (const each of content.querySelectorAll(".since")) each.toggleAttribute("data-newer", findNewest(each) > least);
  };
  // Other pages name releases in the same way, but not all have the same ones.
  const name = recall("localStorage", CHOSEN);
  const same = [...choice.options].find((option) => option.text === name && option.value);
  if (same) choice.value = same.value;
  choice.addEventListener("change", () => {
    remember("localStorage", CHOSEN, choice.value ? choice.selectedOptions[0]?.text : null);
    mark();
  });
  // Nested fields load when they are opened.
  new MutationObserver(mark).observe(content, { childList: true, subtree: true });
  mark();
}
