// The samples beside the form: they show what Send would send, with secrets hidden.
import { fillAddress, moveSample } from "../../api/chosen-server.js";
import { makeButton } from "../make.js";
import { buildRequest } from "../../request/build.js";
import { colorCode } from "./colors.js";
import { printSamples } from "../../samples/print.js";
import { say } from "../../shared/say.js";

/** @typedef {import("../../request/types.js").BuiltRequest} BuiltRequest */
/** @typedef {import("../../request/types.js").RequestValues} RequestValues */
/** @typedef {import("../../request/types.js").RequestDescription} RequestDescription */
/** @typedef {import("../../samples/print.js").Print} Print */

/** Characters: of more, the browser lays out parts. */
const LONG_SAMPLE = 20_000;

/** Prints with the script that the build printed with. @param {string} language @param {BuiltRequest} request */
async function printSample(language, request) {
  const printer = /** @type {{printSample: Print}} */ (await import(`../../samples/printers/${language}.js`));
  return printSamples(request, [printer.printSample])[0] ?? "";
}

/** @param {ParentNode} page @param {RequestDescription} description
 * @param {{written: string, shown: string}} addresses Which the build wrote into the samples, and which they show.
 * @param {{isTouched: () => boolean, readAll: () => RequestValues, hasSecrets: () => boolean}} values
 * Whether any value is filled in; the sent values; and whether some are hidden.
 * @returns {(request: BuiltRequest) => Promise<void>} To be called with what is shown when it has changed. */
export function createLiveSamples(page, description, addresses, values) {
  const group = page.querySelector(".request-example .code-group");
  const panels = /** @type {HTMLElement[]} */ ([...(group?.querySelectorAll(".code-block[data-printed]") ?? [])]);
  const written = new Map(panels.map((panel) => [panel, readWritten(panel, addresses.shown)]));
  const copies = makeButton(say("Copy with credentials"), copyWhole, { class: "sample-secret", hidden: "" });
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
  /** @type {BuiltRequest | undefined} */
  let latest;
  let turn = 0;

  const findVisible = () => panels.find((panel) => !panel.hasAttribute("hidden"));

  async function refresh() {
    const panel = findVisible();
    if (!panel || !stale.delete(panel)) return;
    const mine = ++turn;
    const request = values.isTouched() ? latest : undefined;
    const { language = "" } = panel.dataset;
    const usual = written.get(panel) ?? readWritten(panel, addresses.shown);
    let nodes = usual.nodes;
    /** @type {typeof import("./long-sample.js") | undefined} */
    let long;
    try {
      if (request) {
        const text = await printSample(language, request);
        nodes = await colorCode(text, language);
        if (text.length > LONG_SAMPLE) long = await import("./long-sample.js");
      } else move(usual);
    } catch {
      stale.add(panel); // not loaded: the next change tries again
    }
    if (mine !== turn) return; // something newer is on its way
    const code = panel.querySelector("code");
    if (code && long) long.showLong(code, nodes);
    else code?.replaceChildren(...nodes);
    if (nodes === usual.nodes && usual.more) panel.querySelector("pre")?.after(usual.more);
    else usual.more?.remove(); // all of it is there
    copies.hidden = !request || !values.hasSecrets();
  }

  /** Shows the chosen server in the sample that came with the page. @param {Written} [usual] */
  function move(usual) {
    if (!usual) return;
    const { server = 0, variables } = values.readAll();
    const chosen = fillAddress(description.servers[server], variables);
    moveSample(usual.nodes, usual.address, chosen);
    usual.address = chosen;
  }

  async function copyWhole() {
    const { language = "" } = findVisible()?.dataset ?? {};
    const { copyText } = await import("../../shared/copy-text.js");
    await copyText(printSample(language, buildRequest(description, values.readAll())), copies, say("Copied, with your credentials"));
  }

  return (request) => {
    latest = request;
    for (const panel of panels) stale.add(panel);
    return refresh();
  };
}

/** What a sample looks like before the reader changes anything, and the link to all of a long one.
 * @typedef {{nodes: Node[], more: HTMLAnchorElement | null, address: string}} Written */

/** @param {HTMLElement} panel @param {string} address @returns {Written} */
function readWritten(panel, address) {
  const more = /** @type {HTMLAnchorElement | null} */ (panel.querySelector("a.example-more"));
  return { nodes: [...(panel.querySelector("code")?.childNodes ?? [])], more, address };
}
