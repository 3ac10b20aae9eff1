// The address of a request: server, path and query joined.
import { serializePath, serializeQuery, writeContent, writeText } from "./serialize.js";
import { encodeForm, encodeLiteral, encodeReservedInQuery, encodeStrict } from "./percent.js";
import { remember } from "./remember.js";

/** @typedef {import("./types.js").RequestDescription} RequestDescription */
/** @typedef {import("./types.js").RequestValues} RequestValues */
/** @typedef {import("./types.js").Parameter} Parameter */

/** The address, with what credentials add to the query (encoded already).
 * @param {RequestDescription} description @param {RequestValues} values @param {string[]} credentials */
export function buildUrl(description, values, credentials) {
  const [base, baseQuery] = splitQuery(fillServer(description, values));
  const [path, pathQuery] = splitQuery(description.path);
  const query = baseQuery.concat(pathQuery, listQuery(description, values), credentials);
  const address = joinPaths(base, fillPath(path, description, values));
  return query.length ? `${address}?${query.join("&")}` : address;
}

/** @param {RequestDescription} description @param {RequestValues} values */
function fillServer(description, values) {
  const server = description.servers[values.server ?? 0] ?? description.servers[0];
  const { variables } = values;
  return fillTemplate(server?.url ?? "", encodeLiteral, (piece) => {
    const choice = variables && Object.hasOwn(variables, piece) ? variables[piece] : undefined;
    const value = choice || server?.variables.find(({ name }) => name === piece)?.default;
    return value ? encodeLiteral(value) : null;
  });
}

/** A template with its texts encoded, and values for the names in braces that have one.
 * @param {string} template @param {(text: string) => string} encode
 * @param {(name: string) => string | null} valueOf */
function fillTemplate(template, encode, valueOf) {
  let text = "";
  let from = 0;
  for (;;) {
    const open = template.indexOf("{", from);
    const close = open < 0 ? -1 : template.indexOf("}", open);
    if (close < 0) return text + encode(template.slice(from));
    const name = template.slice(open + 1, close);
    text += encode(template.slice(from, open)) + (valueOf(name) ?? `{${encode(name)}}`);
    from = close + 1;
  }
}

/** The address before its query, and the parts of the query. What follows `#` is never sent: some
 * documents use it to tell apart operations of one path.
 * @param {string} address @returns {[string, string[]]} */
function splitQuery(address) {
  const end = address.indexOf("#");
  const sent = end < 0 ? address : address.slice(0, end);
  const at = sent.indexOf("?");
  if (at < 0) return [sent, []];
  return [sent.slice(0, at), encodeLiteral(sent.slice(at + 1)).split("&").filter(Boolean)];
}

/** @param {string} base @param {string} path */
function joinPaths(base, path) {
  return `${base.endsWith("/") ? base.replace(/\/+$/, "") : base}${path.startsWith("/") || !path ? path : `/${path}`}`;
}

/** @param {string} path @param {RequestDescription} description @param {RequestValues} values */
function fillPath(path, description, values) {
  return fillTemplate(path, encodePath, (piece) => {
    const value = values.parameters[`path:${piece}`];
    if (value === undefined) return null;
    const parameter = description.parameters.find((each) => each.in === "path" && each.name === piece);
    return parameter ? serializePath(parameter, value) : null;
  });
}

const encodePath = remember((text) => encodeLiteral(text).replaceAll("[", "%5B").replaceAll("]", "%5D"));

/** @param {RequestDescription} description @param {RequestValues} values */
function listQuery(description, values) {
  return description.parameters.flatMap((parameter) => {
    const key = `${parameter.in}:${parameter.name}`;
    const value = values.parameters[key];
    if (parameter.in === "querystring") return value === undefined ? [] : writeQuery(parameter, value);
    if (parameter.in !== "query") return [];
    if (value !== undefined) return serializeQuery(parameter, value);
    if (!values.unfilled?.includes(key)) return [];
    return [`${encodeStrict(parameter.name)}={${encodeReservedInQuery(parameter.name)}}`];
  });
}

/** A parameter that is the whole query. @param {Parameter} parameter @param {unknown} value */
function writeQuery(parameter, value) {
  const isForm = parameter.contentType?.startsWith("application/x-www-form-urlencoded");
  if (!isForm) return [encodeStrict(writeContent(value))];
  if (value === null || typeof value !== "object") {
    return String(value ?? "").split("&").filter(Boolean).map(encodeFormText);
  }
  return Object.entries(value).flatMap(([name, inner]) => (
    (Array.isArray(inner) ? inner : [inner])
      .filter((member) => member !== null && member !== undefined)
      .map((member) => `${encodeForm(name)}=${encodeForm(writeText(member))}`)));
}

/** @param {string} pair As it is sent, or nearly so. */
function encodeFormText(pair) {
  const [name = "", ...rest] = pair.split("=");
  return [name, ...rest].map((part) => encodeReservedInQuery(part).replace(/%2B/g, "+")).join("=");
}
