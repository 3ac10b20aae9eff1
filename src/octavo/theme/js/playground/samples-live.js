// The samples beside the form: they show what Send would send, with secrets hidden.
import { announce } from "../announce.js";
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

/** The line with the address: all languages call it so. In a body, a quote stands before the word. */
const ADDRESS = /^[^"']*ur[il]\W/i;

/** @param {string} language @param {BuiltRequest} request */
async function printSample(language, request) {
  const printIn = await PRINTERS[language]?.();
  const { body } = request;
  const json = jsonText(body);
  const shown = body.kind === "text" && json !== null ? { ...request, body: { ...body, text: json } } : request;
  return printIn?.(shown, json) ?? "";
}

/** @param {ParentNode} page @param {RequestDescription} description
 * @param {{hidden: () => RequestValues | null, whole: () => RequestValues}} values What is shown, null
 * where nothing is filled in yet; and what is sent.
 * @returns {() => void} To be called when something has changed. */
export function createLiveSamples(page, description, values) {
  const group = page.querySelector(".request-example .code-group");
  const panels = /** @type {HTMLElement[]} */ ([...(group?.querySelectorAll(".code-block[data-printed]") ?? [])]);
  const written = new Map(panels.map((panel) => [panel, readWritten(panel)]));
  const copies = button("Copy with credentials", copyWhole, { class: "sample-secret", hidden: "" });
  group?.querySelector(":scope > .code-bar")?.after(copies);
  /** @type {Set<HTMLElement>} */
  const stale = new Set();
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
    const { nodes: usual = [], more = null } = written.get(panel) ?? {};
    /** @type {Node[]} */
    let nodes = usual;
    try {
      const text = hidden ? await printSample(language, buildRequest(description, hidden)) : await move(usual, more);
      if (text !== null) nodes = await colour(text, language);
    } catch {
      stale.add(panel); // not loaded: the next change tries again
    }
    if (mine !== turn) return; // something newer is on its way
    panel.querySelector("code")?.replaceChildren(...nodes);
    if (nodes === usual && more) panel.querySelector("pre")?.after(more);
    else more?.remove(); // all of it is there
    copies.hidden = !hidden || !hasSecrets(description, values.whole(), hidden);
  }

  /** The sample that came with the page, for another server; null where it is for the chosen one.
   * @param {Node[]} nodes @param {HTMLAnchorElement | null} more */
  async function move(nodes, more) {
    const { server, variables } = values.whole();
    const usual = addressOf(description, {});
    const chosen = addressOf(description, { server, variables });
    if (usual === chosen) return null;
    const answer = more && await fetch(more.href);
    if (answer && !answer.ok) throw new Error();
    const text = await answer?.text() ?? nodes.map((node) => node.textContent).join("");
    const lines = text.split("\n");
    const at = lines.findIndex((line) => ADDRESS.test(line) && line.includes(usual));
    return lines.map((line, number) => (number === at ? line.replace(usual, () => chosen) : line)).join("\n");
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
 * @param {HTMLElement} panel */
function readWritten(panel) {
  const more = /** @type {HTMLAnchorElement | null} */ (panel.querySelector("a.example-more"));
  return { nodes: [...(panel.querySelector("code")?.childNodes ?? [])], more };
}

/** The address of a server, without a query. @param {RequestDescription} description
 * @param {{server?: number, variables?: Record<string, string>}} chosen */
function addressOf(description, chosen) {
  const { url } = buildRequest({ ...description, path: "", parameters: [], bodies: [] }, { parameters: {}, ...chosen });
  const [address = ""] = url.split("?");
  return address;
}

/** @param {RequestDescription} description @param {RequestValues} whole @param {RequestValues} hidden */
function hasSecrets(description, whole, hidden) {
  const { unfilled: _, ...plain } = hidden;
  return JSON.stringify(buildRequest(description, whole)) !== JSON.stringify(buildRequest(description, plain));
}
