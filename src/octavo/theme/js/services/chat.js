// Chat widgets of other services, after the page is there. Each gets its identifier as data.
import { consentReady } from "./consent.js";
import { runWhenIdle } from "../shared/idle.js";
import { loadScript } from "./script.js";
import { siteData } from "../shared/site-data.js";

const page = /** @type {any} */ (window);

/** @type {Record<string, (id: string) => unknown>} */
const WIDGETS = {
  intercom(id) {
    page.intercomSettings = { app_id: id };
    // Calls wait in `q` until the widget is there.
    page.Intercom ??= Object.assign(
      (/** @type {unknown[]} */ ...call) => page.Intercom.q.push(call),
      { q: [] },
    );
    return loadScript(`https://widget.intercom.io/widget/${encodeURIComponent(id)}`);
  },
  async frontchat(id) {
    await loadScript("https://chat-assets.frontapp.com/v1/chat.bundle.js");
    page.FrontChat?.("init", { chatId: id, useDefaultLauncher: true });
  },
};

consentReady.then(() => runWhenIdle(() => {
  for (const [name, id] of Object.entries(siteData.integrations)) {
    Promise.resolve(WIDGETS[name]?.(id)).catch(() => {});
  }
}));
