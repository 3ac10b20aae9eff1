// The button that opens the playground, which is loaded only then.

import { findTarget } from "../shared/find-target.js";
import { recall } from "../shared/storage.js";
import { say } from "../shared/say.js";

const TARGET = "#try-it";

/** @param {HTMLElement} button */
async function open(button) {
  if (button.hasAttribute("aria-busy")) return;
  button.setAttribute("aria-busy", "true");
  tell(button, "");
  try {
    const { togglePlayground } = await import("../playground/open.js");
    await togglePlayground(button);
  } catch (error) {
    tell(button, say("The playground could not be loaded. Check your connection, and press the button again."));
    console.error(error);
  } finally {
    button.removeAttribute("aria-busy");
  }
}

/** Says below the button why nothing happens. @param {HTMLElement} button @param {string} message */
function tell(button, message) {
  const endpoint = button.closest(".endpoint");
  endpoint?.querySelector(".endpoint-trouble")?.remove();
  if (!message) return;
  const line = document.createElement("p");
  line.className = "endpoint-foot endpoint-trouble";
  line.role = "alert";
  line.textContent = message;
  endpoint?.append(line);
}

/** Another server than the first may have been chosen on another page. @param {Element | null} endpoint */
function showServer(endpoint) {
  if (!(endpoint instanceof HTMLElement)) return;
  const { assumed } = endpoint.dataset;
  const isChosen = recall("localStorage", "octavo-server") && endpoint.querySelector(".endpoint-servers");
  if (assumed === undefined && !isChosen) return;
  import("./show-server.js").then(({ showChosen }) => showChosen(endpoint)).catch(console.error);
}

const first = document.querySelector(".endpoint-try");
showServer(document.querySelector(".endpoint[data-operation]"));

document.addEventListener("click", (event) => {
  const button = findTarget(event, ".endpoint-try");
  if (button) open(button);
});

/** Opens the playground where the address asks for it, now or after a click on a link. */
function openTarget() {
  if (location.hash !== TARGET || !(first instanceof HTMLElement)) return;
  if (first.getAttribute("aria-expanded") !== "true") open(first);
}
addEventListener("hashchange", openTarget);
openTarget();
