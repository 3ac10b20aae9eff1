// Credentials: where each security scheme puts them, and what stands for those not given.
import { encodeReservedInQuery, encodeStrict, encodeUtf8 } from "./percent.js";

/** @typedef {import("./types.js").Scheme} Scheme */
/** @typedef {string | {username: string, password: string} | undefined} Credential */
/** @typedef {{in: "header" | "query" | "cookie", name: string, value: string}} Placed A value of a
 * query is encoded already. */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Where a credential goes; nothing for schemes that are no part of a request.
 * @param {Scheme} scheme @param {Credential} credential @returns {Placed | null} */
export function placeCredential(scheme, credential) {
  switch (scheme.type) {
    case "apiKey":
      return placeKey(scheme, credential);
    case "http":
      return { in: "header", name: "Authorization", value: writeHttp(scheme.scheme ?? "", credential) };
    case "oauth2":
    case "openIdConnect":
      return { in: "header", name: "Authorization", value: writeHttp("bearer", credential) };
    default:
      return null;
  }
}

/** @param {Scheme} scheme @param {Credential} credential @returns {Placed | null} */
function placeKey(scheme, credential) {
  const { name } = scheme;
  if (!name) return null;
  const key = typeof credential === "string" ? credential : null;
  if (scheme.in === "query") {
    return { in: "query", name, value: key === null ? `{${encodeReservedInQuery(name)}}` : encodeStrict(key) };
  }
  return { in: scheme.in === "cookie" ? "cookie" : "header", name, value: key ?? "<api-key>" };
}

/** @param {string} scheme @param {Credential} credential */
function writeHttp(scheme, credential) {
  if (scheme === "basic") return `Basic ${writeBasic(credential)}`;
  const word = scheme ? scheme[0]?.toUpperCase() + scheme.slice(1) : "Bearer";
  const placeholder = word === "Bearer" ? "<token>" : "<credentials>";
  return `${word} ${typeof credential === "string" ? credential : placeholder}`;
}

/** @param {Credential} credential */
function writeBasic(credential) {
  if (credential === undefined) return "<encoded-value>";
  if (typeof credential === "string") return credential;
  return encodeBase64(encodeUtf8(`${credential.username}:${credential.password}`));
}

/** @param {number[]} bytes */
function encodeBase64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.slice(at, at + 3);
    const four = [first >> 2, ((first & 3) << 4) | (second >> 4), ((second & 15) << 2) | (third >> 6), third & 63];
    const used = Math.min(bytes.length - at, 3) + 1;
    text += four.map((six, index) => (index < used ? ALPHABET[six] : "=")).join("");
  }
  return text;
}
