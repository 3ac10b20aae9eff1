// The button that opens the playground, which is loaded only then.

const TARGET = "#try-it";

/** @param {HTMLElement} button */
async function open(button) {
  if (button.hasAttribute("aria-busy")) return;
  button.setAttribute("aria-busy", "true");
  try {
    const { togglePlayground } = await import("../playground/open.js");
    await togglePlayground(button);
  } finally {
    button.removeAttribute("aria-busy");
  }
}

const first = document.querySelector(".endpoint-try");

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest(".endpoint-try") : null;
  if (button instanceof HTMLElement) open(button);
});
if (first instanceof HTMLElement && location.hash === TARGET) open(first);
