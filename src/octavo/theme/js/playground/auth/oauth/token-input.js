// A token that is typed, or that a provider gives: the part that signs in is loaded with it.
import { makeButton, make } from "../../make.js";
import { say } from "../../../shared/say.js";

/** @typedef {import("../vault.js").Entry} Entry */

/** @type {import("../scheme-inputs.js").CreateInput} */
export function createOAuth(scheme, change, target, fields) {
  const secret = fields.createSecret({ ...scheme, scheme: "bearer" }, (entry) => {
    panel?.show(undefined);
    change(entry);
  });
  /** @type {import("./panel.js").OAuthPanel | undefined} */
  let panel;
  /** @type {Entry | undefined} */
  let current;
  const element = make("div", { class: "play-auth" }, secret.element);
  let loading = load();

  async function load() {
    const module = await import("./panel.js").catch(() => null);
    if (!module) return offerAgain();
    panel = module.createOAuthPanel(scheme, (token) => {
      const entry = token && { value: token.access, token };
      secret.set(entry);
      change(entry);
    }, target, fields);
    element.append(panel.element);
    panel.show(current?.token);
  }

  function offerAgain() {
    const trouble = make("p", { class: "play-hint", role: "alert" }, `${say("The sign-in could not be loaded.")} `,
      makeButton(say("Try again"), () => {
        trouble.remove();
        loading = load();
      }, { class: "play-tool" }));
    element.append(trouble);
  }

  return {
    element,
    label: secret.label,
    set: (entry) => {
      current = entry;
      secret.set(entry);
      panel?.show(entry?.token);
    },
    focus: secret.focus,
    renew: async () => {
      await loading;
      await panel?.renew();
    },
  };
}
