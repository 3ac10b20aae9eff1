// Sends what the form holds, and shows what comes back.
import { siteData } from "../../shared/site-data.js";
import { buildRequest } from "../../request/build.js";
import { Failure } from "./failure.js";
import { readPlain } from "../data/json.js";
import { make } from "../make.js";
import { sendDirectly } from "./direct.js";
import { say } from "../../shared/say.js";

/** @typedef {import("../types.js").PlaygroundData} PlaygroundData */
/** @typedef {import("../types.js").Exchange} Exchange */
/** @typedef {import("../../request/types.js").RequestValues} RequestValues */

const PATIENCE_SECONDS = 60;

/** What is under way at a place. @type {WeakMap<HTMLElement, () => void>} */
const current = new WeakMap();

/** Loads the code of every request, so that it is complete when one is in progress. */
export async function prepareSending() {
  await Promise.all([import("../response/response.js"), siteData.proxy && import("./proxy.js")]);
  return sendForm;
}

/**
 * Sends the filled-in values, and stores the sent request.
 * @param {import("../open.js").Parts} parts
 * @param {(options?: {forSample: boolean}) => RequestValues} readValues
 * @param {(sent: import("../types.js").Sent) => unknown} keep */
async function sendForm({ data, form, auth, bar, more, response }, readValues, keep) {
  await auth?.prepare();
  const { url } = buildRequest(data.request, readValues({ forSample: true }));
  const kept = form.keep().set("added", more?.extras.keep().map(readPlain));
  const exchange = send(data, readValues(), response);
  exchange.done.then((outcome) => void (outcome && keep({ url, kept, outcome })));
  response.scrollIntoView({ block: "nearest" });
  await bar.follow(exchange);
}

/** @param {PlaygroundData} data @param {RequestValues} values @param {HTMLElement} place
 * @returns {Exchange} */
export function send(data, values, place) {
  // The proxy knows documented servers only: an address that the reader entered is called directly,
  // and so is the mock of a preview.
  const { assumed, own } = data.request.servers[values.server ?? 0] ?? {};
  return start(data, values, place, Boolean(siteData.proxy && !assumed && !own));
}

/** @param {PlaygroundData} data @param {RequestValues} values @param {HTMLElement} place
 * @param {boolean} usesProxy @returns {Exchange} */
function start(data, values, place, usesProxy) {
  current.get(place)?.();
  const ending = new AbortController();
  const cancel = () => ending.abort(new Failure("cancelled"));
  current.set(place, cancel);
  return { cancel, done: exchange() };

  async function exchange() {
    const { createResponse } = await import("../response/response.js").catch(() => ({ createResponse: null }));
    if (!createResponse) {
      place.replaceChildren(make("p", { class: "response-note", role: "alert" },
        say("A part of the playground could not be loaded, and nothing was sent. Are you offline?")));
      return "";
    }
    if (current.get(place) !== cancel) return "";
    const view = createResponse(place, data, cancel);
    view.wait();
    const request = buildRequest(...dropUnused(data.request, values));
    let origin = say("the server");
    try {
      ({ origin } = new URL(request.url));
    } catch {
      // told by the transport
    }
    const isLate = new Failure("timeout", { origin, seconds: PATIENCE_SECONDS });
    const late = setTimeout(() => ending.abort(isLate), PATIENCE_SECONDS * 1000);
    try {
      const answer = await (usesProxy ? sendByProxy(request) : sendDirectly(request, ending.signal));
      clearTimeout(late);
      if (current.get(place) === cancel) await view.show(answer, request, ending.signal);
      return `${answer.status} ${answer.reason}`.trim();
    } catch (error) {
      clearTimeout(late);
      if (current.get(place) !== cancel) return say("No answer");
      const failure = error instanceof Failure ? error : new Failure("broken");
      view.fail(failure, request, data.direct?.includes(origin) ? () => start(data, values, place, false) : null);
      if (!(error instanceof Failure)) console.error(error);
      return say("No answer");
    }
  }

  /** @param {import("../../request/types.js").BuiltRequest} request */
  async function sendByProxy(request) {
    const { sendThroughProxy } = await import("./proxy.js");
    return sendThroughProxy(siteData.proxy ?? "", data.request, values, request, ending.signal);
  }
}

/** Removes the schemes without credentials: samples have placeholders, requests don't.
 * @param {import("../../request/types.js").RequestDescription} description @param {RequestValues} values
 * @returns {[import("../../request/types.js").RequestDescription, RequestValues]} */
function dropUnused(description, values) {
  const { security, credentials = {} } = values;
  const schemes = security === undefined ? [] : description.security[security] ?? [];
  const usable = schemes.filter(({ key }) => Object.hasOwn(credentials, key));
  return [{ ...description, security: [usable] }, { ...values, security: 0 }];
}
