// Shows the server that a reader chose on another page, or entered, while the playground is closed.
import { fillAddress, findServer, findVariables, moveSample, showInBar } from "./chosen-server.js";
import { settle } from "./entered-address.js";

/** Shows the server that holds on a page that was just loaded. @param {HTMLElement} endpoint */
export async function showChosen(endpoint) {
  const answer = await fetch(endpoint.dataset.operation ?? "");
  const { document: source, request } = await answer.json();
  const [first] = request.servers;
  const written = fillAddress(first);
  settle(source, request.servers);
  const server = request.servers[findServer(request.servers)];
  showInBar(endpoint, fillAddress(server, findVariables(server)), written);
  for (const code of document.querySelectorAll(".request-example [data-printed] code")) show(code);
}

/** @param {Element} code That holds a sample as the build wrote it. */
function show(code) {
  const { written, address } = /** @type {HTMLElement | null} */ (document.querySelector(".endpoint"))?.dataset ?? {};
  if (written && address) moveSample(code.childNodes, written, address);
}

// All of a long sample was loaded.
document.addEventListener("sample", ({ target }) => {
  if (target instanceof Element && target.closest("[data-printed]")) show(target);
});
