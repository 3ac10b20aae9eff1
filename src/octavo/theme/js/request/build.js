// Converts a request's description and the filled-in values to the sent request.
import { addHeader } from "./headers.js";
import { buildBody } from "./body.js";
import { buildUrl } from "./url.js";
import { encodeStrict } from "./percent.js";
import { placeCredential } from "./credentials.js";
import { serializeCookie, serializeHeader } from "./serialize.js";
import { remember } from "./remember.js";

/** @typedef {import("./types.js").BuiltRequest} BuiltRequest */
/** @typedef {import("./types.js").RequestDescription} RequestDescription */
/** @typedef {import("./types.js").RequestValues} RequestValues */

/** @param {RequestDescription} description @param {RequestValues} values @returns {BuiltRequest} */
export function buildRequest(description, values) {
  /** @type {[string, string][]} */
  const headers = [];
  const query = [];
  const cookies = [];
  for (const { in: place, name, value } of placeCredentials(description, values)) {
    if (place === "header") addHeader(headers, name, value);
    else if (place === "query") query.push(`${encodeStrict(name)}=${value}`);
    else cookies.push(`${name}=${value}`);
  }
  const url = buildUrl(description, values, query);
  const body = buildBody(description.bodies, values.body);
  if (body.kind !== "none" && body.kind !== "multipart") addHeader(headers, "Content-Type", body.contentType);
  for (const parameter of description.parameters) {
    const value = values.parameters[`${parameter.in}:${parameter.name}`];
    if (value === undefined) continue;
    if (parameter.in === "header") addHeader(headers, parameter.name, serializeHeader(parameter, value));
    else if (parameter.in === "cookie") cookies.push(...serializeCookie(parameter, value));
  }
  if (cookies.length) addHeader(headers, "Cookie", cookies.join("; "));
  const method = cleanMethod(description.method);
  return { method, url, headers, body };
}

const cleanMethod = remember((method) => method.replace(/[^\w!#$%&'*+\-.^`|~]/g, "") || "GET");

/** @param {RequestDescription} description @param {RequestValues} values */
function placeCredentials(description, values) {
  const schemes = values.security === undefined ? [] : description.security[values.security] ?? [];
  return schemes.flatMap((scheme) => {
    const credentials = values.credentials;
    const placed = placeCredential(scheme, credentials && Object.hasOwn(credentials, scheme.key) ? credentials[scheme.key] : undefined);
    return placed ? [placed] : [];
  });
}
