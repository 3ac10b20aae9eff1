// Analytics, only for the providers that the author named, after the page is there and idle.
//
// A provider's script comes from its documented address; the author's identifiers reach it as
// data, never as code. A reader whose browser asks for privacy is not measured at all.
import { consentReady } from "./consent.js";
import { announceReceiver, receiveEvents, track } from "./events.js";
import { runWhenIdle } from "../shared/idle.js";
import { loadScript } from "./script.js";
import { siteData } from "../shared/site-data.js";

const page = /** @type {any} */ (window);
const encode = encodeURIComponent;

/**
 * @typedef {Record<string, string>} Values The author's identifiers for a provider.
 * @typedef {import("./events.js").Details} Details
 * @typedef {object} Provider
 * @property {(values: Values) => unknown} load
 * @property {(name: string, details: Details) => void} [send] Where the provider takes events.
 */

/** A list that keeps calls until the provider's script is there and makes them: `[name, ...values]`.
 * @param {string} name @param {string[]} methods @param {object} [extra] */
function queue(name, methods, extra) {
  /** @type {any} */
  const calls = (page[name] = page[name] ?? []);
  for (const method of methods) {
    calls[method] = (/** @type {unknown[]} */ ...values) => {
      calls.push([method, ...values]);
      return calls;
    };
  }
  return Object.assign(calls, extra);
}

/** A function that keeps its calls in `q` until the provider's script takes its place.
 * @param {string} name @param {object} [extra] */
function queueCalls(name, extra) {
  page[name] ??= function () {
    (page[name].q ??= []).push(arguments);
  };
  Object.assign(page[name], extra);
}

/** The list that Google's scripts share; they tell calls from data by the `arguments` object.
 * @param {unknown[]} _values */
function gtag(..._values) {
  (page.dataLayer ??= []).push(arguments);
}

const CALLS = ["identify", "track", "page", "group", "alias", "ready", "reset", "on", "once", "off", "addSourceMiddleware"];

/** @type {Record<string, Provider>} */
const PROVIDERS = {
  adobe: {
    load: ({ launchUrl = "" }) => loadScript(launchUrl),
    send: (name, details) => page._satellite?.track(name, details),
  },
  amplitude: {
    async load({ apiKey = "" }) {
      await loadScript(`https://cdn.amplitude.com/script/${encode(apiKey)}.js`);
      page.amplitude?.init(apiKey, { fetchRemoteConfig: true, autocapture: true });
    },
    send: (name, details) => page.amplitude?.track(name, details),
  },
  clarity: {
    load({ projectId = "" }) {
      queueCalls("clarity");
      return loadScript(`https://www.clarity.ms/tag/${encode(projectId)}`);
    },
    send: (name) => page.clarity("event", name),
  },
  clearbit: {
    load: ({ publicApiKey = "" }) =>
      loadScript(`https://tag.clearbitscripts.com/v1/${encode(publicApiKey)}/tags.js`, {
        referrerpolicy: "strict-origin-when-cross-origin",
      }),
  },
  fathom: {
    load: ({ siteId = "" }) => loadScript("https://cdn.usefathom.com/script.js", { "data-site": siteId }),
    send: (name) => page.fathom?.trackEvent(name),
  },
  ga4: {
    load({ measurementId = "" }) {
      gtag("js", new Date());
      gtag("config", measurementId);
      return loadScript(`https://www.googletagmanager.com/gtag/js?id=${encode(measurementId)}`);
    },
    // Names of events have no dots there.
    send: (name, details) => gtag("event", name.replaceAll(".", "_"), details),
  },
  gtm: {
    load({ tagId = "" }) {
      (page.dataLayer ??= []).push({ "gtm.start": Date.now(), event: "gtm.js" });
      return loadScript(`https://www.googletagmanager.com/gtm.js?id=${encode(tagId)}`);
    },
    send: (name, details) => page.dataLayer.push({ event: name, ...details }),
  },
  heap: {
    load({ appId = "" }) {
      queue("heap", ["track", "identify", "addEventProperties", "addUserProperties"], { appid: appId, config: {} });
      return loadScript(`https://cdn.heapanalytics.com/js/heap-${encode(appId)}.js`);
    },
    send: (name, details) => page.heap.track(name, details),
  },
  hightouch: {
    load({ writeKey = "", apiHost = "us-east-1.hightouch-events.com" }) {
      queue("htevents", CALLS, { invoked: true, _writeKey: writeKey, _loadOptions: { apiHost } }).page();
      return loadScript("https://cdn.hightouch-events.com/browser/release/v1-latest/events.min.js");
    },
    send: (name, details) => page.htevents.track(name, details),
  },
  hotjar: {
    load({ hjid = "", hjsv = "" }) {
      queueCalls("hj");
      page._hjSettings = { hjid, hjsv };
      return loadScript(`https://static.hotjar.com/c/hotjar-${encode(hjid)}.js?sv=${encode(hjsv)}`);
    },
    send: (name) => page.hj("event", name),
  },
  koala: {
    load({ publicApiKey = "" }) {
      queue("ko", ["identify", "track", "removeListeners", "on", "off", "qualify", "ready"]);
      return loadScript(`https://cdn.getkoala.com/v1/${encode(publicApiKey)}/sdk.js`);
    },
    send: (name, details) => page.ko.track(name, details),
  },
  logrocket: {
    async load({ appId = "" }) {
      await loadScript("https://cdn.logr-in.com/LogRocket.min.js", { crossorigin: "anonymous" });
      page.LogRocket?.init(appId);
    },
    send: (name, details) => page.LogRocket?.track(name, details),
  },
  mixpanel: {
    load({ projectToken = "" }) {
      // Its script starts what it finds in `_i`: token, options, name.
      const start = [projectToken, { track_pageview: true }, "mixpanel"];
      queue("mixpanel", ["track", "identify", "register"], { __SV: 1.2, _i: [start], people: [] });
      return loadScript("https://cdn.mxpnl.com/libs/mixpanel-2-latest.min.js");
    },
    send: (name, details) => page.mixpanel.track(name, details),
  },
  pirsch: {
    // It finds its code by the id of its element.
    load: ({ id = "" }) => loadScript("https://api.pirsch.io/pa.js", { id: "pianjs", "data-code": id }),
    send: (name, details) => page.pirsch?.(name, { meta: details }),
  },
  plausible: {
    load({ domain = "", server = "plausible.io" }) {
      queueCalls("plausible");
      return loadScript(`https://${server}/js/script.js`, { "data-domain": domain });
    },
    send: (name, details) => page.plausible(name, { props: details }),
  },
  posthog: {
    load({ apiKey = "", apiHost = "https://us.i.posthog.com" }) {
      const host = apiHost.replace(/\/+$/, "");
      const start = [apiKey, { api_host: host, person_profiles: "identified_only" }, "posthog"];
      queue("posthog", ["capture", "identify", "register"], { __SV: 1, _i: [start], people: [] });
      // The cloud has its script on a separate host, self-hosted servers don't.
      const assets = host.replace(".i.posthog.com", "-assets.i.posthog.com");
      return loadScript(`${assets}/static/array.js`, { crossorigin: "anonymous" });
    },
    send: (name, details) => page.posthog.capture(name, details),
  },
  segment: {
    load({ key = "" }) {
      queue("analytics", CALLS, { invoked: true, _writeKey: key }).page();
      return loadScript(`https://cdn.segment.com/analytics.js/v1/${encode(key)}/analytics.min.js`);
    },
    send: (name, details) => page.analytics.track(name, details),
  },
};

/** @param {string} name @param {Values} values */
async function start(name, values) {
  const provider = PROVIDERS[name];
  if (!provider) return;
  if (provider.send) receiveEvents(provider.send);
  await provider.load(values);
  if (provider.send) announceReceiver();
}

/** Events from parts without a separate script. */
function watch() {
  document.addEventListener("toggle", (event) => {
    const details = event.target;
    if (!(details instanceof HTMLDetailsElement)) return;
    const kind = ["accordion", "expandable"].find((name) => details.closest(`.${name}`) === details);
    const title = details.querySelector("summary")?.textContent?.trim() ?? "";
    if (kind) track(`docs.${kind}.${details.open ? "open" : "close"}`, { title });
  }, true);
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link) return;
    const details = { name: link.textContent?.trim() ?? "", url: link.href };
    if (link.matches(".topbar .button, .topbar .repository")) track("docs.navitem.cta_click", details);
    else if (link.matches(".topbar a, .sidebar a")) track("docs.navitem.click", details);
  });
}

const named = Object.entries(siteData.analytics);
if (named.length) {
  consentReady.then(() => runWhenIdle(() => {
    for (const [name, values] of named) start(name, values).catch(() => {});
    watch();
    track("docs.content.view", { path: location.pathname, title: document.title });
  }));
}
