// From what a request is described by, and what was filled in, to what is sent.
import { addHeader } from "./headers.js";
import { buildBody } from "./body.js";
import { buildUrl } from "./url.js";
import { encodeStrict } from "./percent.js";
import { placeCredential } from "./auth.js";
import { serializeCookie, serializeHeader } from "./serialize.js";

/** @typedef {import("./types.js").BuiltRequest} BuiltRequest */
/** @typedef {import("./types.js").RequestDescription} RequestDescription */
/** @typedef {import("./types.js").RequestValues} RequestValues */

/** @param {RequestDescription} description @param {RequestValues} values @returns {BuiltRequest} */
export function buildRequest(description, values) {
  const credentials = placeCredentials(description, values);
  const query = credentials.filter((each) => each.in === "query");
  const url = buildUrl(description, values, query.map(({ name, value }) => `${encodeStrict(name)}=${value}`));
  const body = buildBody(description.bodies, values.body);
  /** @type {[string, string][]} */
  const headers = [];
  for (const { in: place, name, value } of credentials) if (place === "header") addHeader(headers, name, value);
  if (body.kind !== "none" && body.kind !== "multipart") addHeader(headers, "Content-Type", body.contentType);
  const cookies = credentials.filter((each) => each.in === "cookie").map(({ name, value }) => `${name}=${value}`);
  for (const parameter of description.parameters) {
    const value = values.parameters[`${parameter.in}:${parameter.name}`];
    if (value === undefined) continue;
    if (parameter.in === "header") addHeader(headers, parameter.name, serializeHeader(parameter, value));
    else if (parameter.in === "cookie") cookies.push(...serializeCookie(parameter, value));
  }
  if (cookies.length) addHeader(headers, "Cookie", cookies.join("; "));
  const method = description.method.replace(/[^\w!#$%&'*+\-.^`|~]/g, "") || "GET";
  return { method, url, headers, body };
}

/** @param {RequestDescription} description @param {RequestValues} values */
function placeCredentials(description, values) {
  const schemes = values.security === undefined ? [] : description.security[values.security] ?? [];
  return schemes.flatMap((scheme) => {
    const given = values.credentials;
    const placed = placeCredential(scheme, given && Object.hasOwn(given, scheme.key) ? given[scheme.key] : undefined);
    return placed ? [placed] : [];
  });
}
