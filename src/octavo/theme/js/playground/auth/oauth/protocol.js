// OAuth 2 and OpenID Connect as protocols: the requests to a provider, and its answers.
import { askProvider } from "./ask-provider.js";
import { say } from "../../../shared/say.js";

/** @typedef {import("../../types.js").Flow} Flow */

/**
 * @typedef {object} Client
 * @property {string} id
 * @property {string} [secret]
 *
 * @typedef {object} Token
 * @property {string} access
 * @property {string} [refresh]
 * @property {number} [expires] In milliseconds since 1970.
 * @property {string} [scope] As granted.
 * @property {string} [tokenUrl] Where it can be renewed.
 * @property {string} [revokeUrl]
 * @property {Client} [client]
 *
 * @typedef {object} Discovered
 * @property {string} issuer
 * @property {Flow[]} flows
 * @property {string} [revokeUrl]
 */

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
export const CHANNEL = "octavo-oauth";

/** Why there is no token, in words for the reader. */
export class Refused extends Error {
  /** @param {string} message @param {string} [code] As the provider calls it. */
  constructor(message, code = "") {
    super(message);
    this.code = code;
  }
}

/** An address of a provider; only the web is reached. @param {string | undefined} address @param {string} [base] */
export function readAddress(address, base) {
  try {
    const url = new URL(address ?? "", base);
    if (/^https?:$/.test(url.protocol)) return url.href;
  } catch {
    // told below
  }
  throw new Refused(say("The documentation names no usable address of the provider ({address}).", { address: address || "–" }));
}

/** What a provider says about itself. @param {string} address @returns {Promise<Discovered>} */
export async function discover(address) {
  const url = address.includes("/.well-known/") ? address : `${address.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const provider = await ask(url, {});
  const { issuer, authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl } = provider;
  const { device_authorization_endpoint: deviceUrl, revocation_endpoint: revokeUrl } = provider;
  if (new URL(readAddress(issuer)).origin !== new URL(url).origin) {
    throw new Refused(say("The provider's settings name another provider, so that they are not used."));
  }
  const grants = readTexts(provider.grant_types_supported) ?? ["authorization_code", "implicit"];
  /** @type {[string, string][]} */
  const scopes = (readTexts(provider.scopes_supported) ?? ["openid"]).map((scope) => [scope, ""]);
  /** @type {Flow[]} */
  const flows = [];
  /** @param {string} kind @param {string} grant @param {unknown[]} needed */
  const add = (kind, grant, ...needed) => {
    const isOffered = grants.includes(grant) && needed.every((each) => typeof each === "string");
    if (isOffered) flows.push({ kind, authorizationUrl, tokenUrl, deviceUrl, scopes });
  };
  add("authorizationCode", "authorization_code", authorizationUrl, tokenUrl);
  add("deviceAuthorization", DEVICE_GRANT, deviceUrl, tokenUrl);
  add("clientCredentials", "client_credentials", tokenUrl);
  add("password", "password", tokenUrl);
  add("implicit", "implicit", authorizationUrl);
  if (!flows.length) throw new Refused(say("The provider offers no way to sign in that a page can use."));
  return { issuer, flows, revokeUrl };
}

/** @param {unknown} value */
function readTexts(value) {
  return Array.isArray(value) ? value.map(String) : null;
}

/** Prepares a sign-in: where the reader is sent, and what proves that the answer belongs to it.
 * @param {Flow} flow @param {Client} client @param {string} scope @param {string} redirect @param {string} base */
export async function prepareSignIn(flow, client, scope, redirect, base) {
  const url = new URL(readAddress(flow.authorizationUrl, base));
  const state = makeRandomText();
  const isCode = flow.kind === "authorizationCode";
  const verifier = isCode ? makeRandomText() : "";
  /** @type {Record<string, string>} */
  const parameters = { response_type: isCode ? "code" : "token", client_id: client.id, redirect_uri: redirect, state };
  if (scope) parameters.scope = scope;
  if (isCode) Object.assign(parameters, { code_challenge: await computeChallenge(verifier), code_challenge_method: "S256" });
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: url.href, state, verifier };
}

/** Waits until the provider has sent the reader back.
 * @param {string} state @param {AbortSignal} signal @param {string} [issuer] @returns {Promise<Record<string, string>>} */
export function waitForReturn(state, signal, issuer) {
  return new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(CHANNEL);
    signal.addEventListener("abort", () => {
      channel.close();
      reject(signal.reason);
    });
    channel.addEventListener("message", ({ data }) => {
      // Another page of this site may wait for its own sign-in.
      if (data?.state !== state) return;
      channel.postMessage({ taken: state });
      setTimeout(() => channel.close(), 1000);
      const isForeign = issuer && data.iss && data.iss !== issuer;
      if (isForeign) reject(new Refused(say("The answer came from another provider, so that it is not used.")));
      else if (data.error) reject(makeRefusal(data));
      else resolve(data);
    });
  });
}

/** Changes the code of a sign-in into a token.
 * @param {Flow} flow @param {Client} client @param {string} code @param {string} verifier
 * @param {string} redirect @param {string} base */
export function exchangeCode(flow, client, code, verifier, redirect, base) {
  const form = { grant_type: "authorization_code", code, redirect_uri: redirect, code_verifier: verifier };
  return askToken(readAddress(flow.tokenUrl, base), client, form);
}

/** Starts the sign-in of a device. @param {Flow} flow @param {Client} client @param {string} scope @param {string} base */
export async function startDevice(flow, client, scope, base) {
  const answer = await askAs(readAddress(flow.deviceUrl, base), client, scope ? { scope } : {});
  const { device_code: code, user_code: userCode, verification_uri: page, verification_uri_complete: whole } = answer;
  if (typeof code !== "string" || typeof userCode !== "string") throw new Refused(say("The provider's answer has no code."));
  const expires = Date.now() + (Number(answer.expires_in) || 600) * 1000;
  return { code, userCode, page: readAddress(whole ?? page), interval: Number(answer.interval) || 5, expires };
}

/** Asks until the reader has answered elsewhere.
 * @param {Flow} flow @param {Client} client @param {Awaited<ReturnType<typeof startDevice>>} device
 * @param {string} base @param {AbortSignal} signal @returns {Promise<Token>} */
export async function waitForDevice(flow, client, device, base, signal) {
  let { interval } = device;
  while (Date.now() < device.expires) {
    await sleep(interval * 1000, signal);
    try {
      return await askToken(readAddress(flow.tokenUrl, base), client, { grant_type: DEVICE_GRANT, device_code: device.code });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code === "slow_down") interval += 5;
      else if (error.code !== "authorization_pending") throw error;
    }
  }
  throw new Refused(say("The code has expired. Start again."));
}

/** @param {number} ms @param {AbortSignal} signal @returns {Promise<void>} */
function sleep(ms, signal) {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, ms);
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

/** A token for what a form says, such as a name and a password.
 * @param {Flow} flow @param {Client} client @param {Record<string, string>} form @param {string} base */
export function askWithForm(flow, client, form, base) {
  return askToken(readAddress(flow.tokenUrl, base), client, form);
}

/** @param {Token} token @returns {Promise<Token>} */
export async function refreshToken(token) {
  const { refresh, client, tokenUrl, revokeUrl } = token;
  if (!refresh || !client || !tokenUrl) throw new Refused(say("This token cannot be renewed. Sign in again."));
  const renewed = await askToken(tokenUrl, client, { grant_type: "refresh_token", refresh_token: refresh });
  return { ...renewed, refresh: renewed.refresh ?? refresh, revokeUrl };
}

/** Makes a token void, where the provider says how. @param {Token} token */
export async function revokeToken({ revokeUrl, client, refresh, access }) {
  if (revokeUrl && client) await askAs(revokeUrl, client, { token: refresh ?? access }).catch(() => {});
}

/** The token that an answer holds.
 * @param {Record<string, unknown>} answer @param {Pick<Token, "tokenUrl" | "client">} [origin] @returns {Token} */
export function readToken(answer, origin = {}) {
  const { access_token: access, refresh_token: refresh, expires_in: seconds, scope, token_type: type } = answer;
  if (typeof access !== "string" || !access) throw new Refused(say("The provider's answer has no token."));
  if (typeof type === "string" && type.toLowerCase() !== "bearer") {
    throw new Refused(say("The provider gave a token of the type {type}, which is not supported.", { type }));
  }
  return {
    access, ...origin,
    refresh: typeof refresh === "string" ? refresh : undefined,
    scope: typeof scope === "string" ? scope : undefined,
    expires: Number(seconds) > 0 ? Date.now() + Number(seconds) * 1000 : undefined,
  };
}

/** @param {string} url @param {Client} client @param {Record<string, string>} form */
async function askToken(url, client, form) {
  return readToken(await askAs(url, client, form), { tokenUrl: url, client });
}

/** Asks as a client. Its secret goes into the form first: browsers send a form without asking the
 * provider before, and most providers allow only that. @param {string} url @param {Client} client
 * @param {Record<string, string>} form */
async function askAs(url, { id, secret }, form) {
  try {
    const body = new URLSearchParams({ ...form, client_id: id });
    if (secret) body.set("client_secret", secret);
    return await ask(url, { body });
  } catch (error) {
    if (!secret || !(error instanceof Refused) || error.code !== "invalid_client") throw error;
    const basic = btoa(`${encodeFormText(id)}:${encodeFormText(secret)}`);
    return ask(url, { body: new URLSearchParams(form), headers: { Authorization: `Basic ${basic}` } });
  }
}

/** @param {string} url @param {import("./ask-provider.js").Question} question
 * @returns {Promise<Record<string, any>>} */
async function ask(url, question) {
  const reply = await askProvider(url, question);
  if (!reply) {
    const refusal = say("{origin} did not answer, or does not let pages of {here} ask it (CORS).", { origin: new URL(url).origin, here: location.origin });
    throw new Refused(`${refusal} ${say("You can get a token elsewhere and paste it.")}`);
  }
  const answer = parse(reply.text, reply.type);
  if (!reply.ok || answer.error) throw makeRefusal({ error: `status ${reply.status}`, ...answer });
  return answer;
}

/** @param {string} text @param {string} type @returns {Record<string, any>} */
function parse(text, type) {
  // Some answer with a form, as early drafts had it.
  if (type.includes("x-www-form-urlencoded")) return Object.fromEntries(new URLSearchParams(text));
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value ? value : {};
  } catch {
    return {};
  }
}

/** @param {Record<string, any>} answer */
function makeRefusal({ error, error_description: description }) {
  return new Refused(say("The provider refused: {reason}", { reason: description ? `${description} (${error})` : error }), String(error));
}

/** As RFC 6749 wants names and secrets in the header. @param {string} text */
function encodeFormText(text) {
  return new URLSearchParams({ "": text }).toString().slice(1);
}

function makeRandomText() {
  return encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** @param {string} verifier */
async function computeChallenge(verifier) {
  if (!crypto.subtle) throw new Refused(say("Browsers sign in safely only on pages with HTTPS."));
  return encodeBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
}

/** @param {Uint8Array} bytes */
function encodeBase64Url(bytes) {
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}
