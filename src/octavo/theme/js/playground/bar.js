// The bar that stays in sight while the form is filled in: the address, Send, and what is missing.
import { makeButton, make } from "./make.js";
import { say } from "../shared/say.js";

/** @typedef {import("./types.js").Missing} Missing */

const KEYS = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘ ↵" : "Ctrl ↵";

/** @param {import("./types.js").PlaygroundData} data @param {(anyway: boolean) => Promise<void>} send */
export function createBar(data, send) {
  const { method } = data.request;
  /** @type {import("./types.js").Exchange | null} */
  let exchange = null;
  let isStarting = false;
  /** Looks again at the fields that are marked. */
  let refreshMarks = () => {};
  const address = make("code", { class: "play-address" });
  const label = make("span", {}, say("Send"));
  const keys = make("kbd", { class: "play-keys", "aria-hidden": "true" }, KEYS);
  const sends = make("button", { type: "button", class: "play-send" }, label, keys);
  const list = make("ul", { class: "missing-list" });
  const title = make("p", { class: "missing-title" });
  const anyway = makeButton(say("Send anyway"), () => press(true));
  const missing = make("div", { class: "play-missing", role: "alert", hidden: true }, title, list, anyway);
  const pill = make("span", { class: "method-pill", "data-method": method.toLowerCase() }, method);
  const line = make("div", { class: "play-line" }, pill, address, sends);
  const element = make("div", { class: "play-bar", role: "group", "aria-label": say("Request") }, missing, line);
  sends.addEventListener("click", () => (exchange ? exchange.cancel() : press()));

  /** Sends, unless that is under way. @param {boolean} [isAnyway] */
  async function press(isAnyway = false) {
    if (isStarting || exchange) return;
    isStarting = true;
    try {
      forget();
      await send(isAnyway);
    } finally {
      isStarting = false;
    }
  }

  function forget() {
    missing.hidden = true;
  }

  return {
    element,
    press: () => press(),
    forget,
    /** @param {string} url */
    setAddress: (url) => {
      address.textContent = url;
      address.title = url;
      refreshMarks();
    },
    focus: () => sends.focus(),
    /** Says why nothing was sent. @param {string} message */
    say: (message) => {
      title.textContent = message;
      list.replaceChildren();
      anyway.hidden = true;
      missing.hidden = false;
    },
    /** @param {() => Missing[]} find */
    tell: async (find) => {
      const { showMissing } = await import("./missing.js");
      anyway.hidden = missing.hidden = false;
      refreshMarks = showMissing(find, title, list);
    },
    /** @param {import("./types.js").Exchange} started */
    follow: async (started) => {
      exchange = started;
      sends.setAttribute("aria-busy", "true");
      label.textContent = say("Cancel");
      await started.done;
      exchange = null;
      sends.removeAttribute("aria-busy");
      label.textContent = say("Send");
    },
  };
}
