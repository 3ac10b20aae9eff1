// The samples beside the form: they show what Send would send, with secrets hidden.
import { announce } from "../announce.js";
import { addressOf, moveSample } from "../components/chosen-server.js";
import { button } from "./make.js";
import { buildRequest } from "../request/build.js";
import { colour } from "./colours.js";
import { jsonText } from "../samples/json.js";

/** @typedef {import("../request/types.js").BuiltRequest} BuiltRequest */
/** @typedef {import("../request/types.js").RequestValues} RequestValues */
/** @typedef {import("../request/types.js").RequestDescription} RequestDescription */
/** @typedef {(request: BuiltRequest, json: string | null) => string} Print */

/** @type {Record<string, () => Promise<Print>>} Those of samples/index.js, each loaded when it is
 * looked at. */
const PRINTERS = {
  bash: async () => (await import("../samples/curl.js")).printCurl,
  python: async () => (await import("../samples/python.js")).printPython,
  javascript: async () => (await import("../samples/javascript.js")).printJavascript,
  php: async () => (await import("../samples/php.js")).printPhp,
  go: async () => (await import("../samples/go.js")).printGo,
  java: async () => (await import("../samples/java.js")).printJava,
};

/** @param {string} language @param {BuiltRequest} request */
async function printSample(language, request) {
  const printIn = await PRINTERS[language]?.();
  const { body } = request;
  const json = jsonText(body);
  const shown = body.kind === "text" && json !== null ? { ...request, body: { ...body, text: json } } : request;
  return printIn?.(shown, json) ?? "";
}

/** @param {ParentNode} page @param {RequestDescription} description
 * @param {{written: string, shown: string}} addresses Which the build wrote into the samples, and which they show.
 * @param {{hidden: () => RequestValues | null, whole: () => RequestValues, hasSecrets: () => boolean}} values
 * What is shown, null where nothing is filled in yet; what is sent; and whether that shows less.
 * @returns {() => void} To be called when something has changed. */
export function createLiveSamples(page, description, addresses, values) {
  const group = page.querySelector(".request-example .code-group");
  const panels = /** @type {HTMLElement[]} */ ([...(group?.querySelectorAll(".code-block[data-printed]") ?? [])]);
  const written = new Map(panels.map((panel) => [panel, readWritten(panel, addresses.shown)]));
  const copies = button("Copy with credentials", copyWhole, { class: "sample-secret", hidden: "" });
  group?.querySelector(":scope > .code-bar")?.after(copies);
  /** @type {Set<HTMLElement>} */
  const stale = new Set();
  // All of a long one was loaded.
  group?.addEventListener("sample", ({ target }) => {
    const panel = panels.find((each) => target instanceof Node && each.contains(target));
    if (panel) move(written.set(panel, readWritten(panel, addresses.written)).get(panel));
  });
  const observer = new MutationObserver(refresh);
  for (const panel of panels) observer.observe(panel, { attributeFilter: ["hidden"] });
  let isWaiting = false;
  let turn = 0;

  const shown = () => panels.find((panel) => !panel.hasAttribute("hidden"));

  async function refresh() {
    const panel = shown();
    if (!panel || !stale.delete(panel)) return;
    const mine = ++turn;
    const hidden = values.hidden();
    const { language = "" } = panel.dataset;
    const usual = written.get(panel) ?? readWritten(panel, addresses.shown);
    /** @type {Node[]} */
    let { nodes } = usual;
    try {
      if (hidden) nodes = await colour(await printSample(language, buildRequest(description, hidden)), language);
      else move(usual);
    } catch {
      stale.add(panel); // not loaded: the next change tries again
    }
    if (mine !== turn) return; // something newer is on its way
    panel.querySelector("code")?.replaceChildren(...nodes);
    if (nodes === usual.nodes && usual.more) panel.querySelector("pre")?.after(usual.more);
    else usual.more?.remove(); // all of it is there
    copies.hidden = !hidden || !values.hasSecrets();
  }

  /** Shows the chosen server in the sample that came with the page. @param {Written} [usual] */
  function move(usual) {
    if (!usual) return;
    const { server = 0, variables } = values.whole();
    const chosen = addressOf(description.servers[server], variables);
    moveSample(usual.nodes, usual.address, chosen);
    usual.address = chosen;
  }

  async function copyWhole() {
    const { language = "" } = shown()?.dataset ?? {};
    try {
      await navigator.clipboard.writeText(await printSample(language, buildRequest(description, values.whole())));
      announce("Copied, with your credentials");
      copies.dataset.copied = "";
      setTimeout(() => delete copies.dataset.copied, 2000);
    } catch {
      announce("Copying is not allowed here");
    }
  }

  return () => {
    for (const panel of panels) stale.add(panel);
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      refresh();
    });
  };
}

/** What a sample looks like before the reader changes anything, and the link to all of a long one.
 * @typedef {{nodes: Node[], more: HTMLAnchorElement | null, address: string}} Written */

/** @param {HTMLElement} panel @param {string} address @returns {Written} */
function readWritten(panel, address) {
  const more = /** @type {HTMLAnchorElement | null} */ (panel.querySelector("a.example-more"));
  return { nodes: [...(panel.querySelector("code")?.childNodes ?? [])], more, address };
}
