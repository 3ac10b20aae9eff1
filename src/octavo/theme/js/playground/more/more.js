// What a request can be sent without: headers and parameters of the reader's own, environments, and
// the requests of this tab.
import { createExtras } from "./extras.js";
import { writePlain } from "../data/json.js";

/**
 * @typedef {object} Around What the open playground gives.
 * @property {import("../types.js").PlaygroundData} data
 * @property {import("../types.js").Servers} servers
 * @property {import("../types.js").Form} form
 * @property {HTMLElement} others Where fields go that the page does not describe.
 * @property {HTMLElement} environments @property {HTMLElement} past Where they are shown.
 * @property {() => void} refresh To be called with every change.
 */

/** @typedef {ReturnType<typeof createMore>} More */

/** @param {Around} around */
export function createMore({ data, servers, form, others, environments, past, refresh }) {
  const extras = createExtras(others, data, refresh);
  /** @type {import("../types.js").History | undefined} */
  let history;

  /** The values of an earlier request. @param {Map<string, any>} kept */
  async function restore(kept) {
    form.restore(kept);
    extras.restore(kept.get("added")?.map(writePlain) ?? []);
  }

  return {
    extras,
    /** Shows or hides the environments. @param {HTMLElement} opener */
    toggleEnvironments: async (opener) => {
      const isThere = environments.hasChildNodes();
      const { createEnvironments } = await import("./environments.js");
      if (!isThere) createEnvironments(environments, data, servers, extras);
      environments.hidden = isThere && !environments.hidden;
      opener.setAttribute("aria-expanded", String(!environments.hidden));
    },
    /** @param {import("../types.js").Sent} [sent] A request that has ended. */
    showHistory: async (sent) => {
      const { createHistory } = await import("./history.js");
      history ??= createHistory(past, data, restore);
      if (sent) history.add(sent);
    },
  };
}
