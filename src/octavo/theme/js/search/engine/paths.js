// The paths of operations: a reader types them with names of parameters, with values, or in part.

const METHOD = /^(get|post|put|patch|delete|head|options|trace|query)\s+(?=\S*\/)/i;
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i;
const PLACEHOLDER = /^(:.+|\$.+)$/;
const PLACEHOLDER_IN_PART = /\{[^{}]*\}|<[^<>]*>/g;
const VALUE = /\d|^[0-9a-f-]{16,}$/i;

/** @typedef {{method: string, parts: string[], isOpen: boolean}} Path The parts of a path, `{}` for parameters; an open one may go on. */

/** The path in what was typed, if it looks like one. @param {string} text @returns {Path | null} */
export function readPath(text) {
  const typed = text.trim();
  const method = METHOD.exec(typed)?.[1]?.toLowerCase() ?? "";
  const rest = typed.replace(METHOD, "").replace(ADDRESS, "");
  if (/\s/.test(rest) || !/[^/]/.test(rest) || !rest.includes("/")) return null;
  const [address = ""] = rest.toLowerCase().split(/[?#]/);
  const parts = address.split("/").filter(Boolean)
    .map((part) => (PLACEHOLDER.test(part) ? "{}" : part.replace(PLACEHOLDER_IN_PART, "{}")));
  return { method, parts, isOpen: !rest.endsWith("/") };
}

/** The first letters of the terms to compare with. @param {Path} path */
export function listPathPrefixes(path) {
  const [first = ""] = path.parts;
  // A value in first place stands for a parameter.
  return VALUE.test(first) ? [`/${first}`, "/{}"] : [`/${first}`];
}

/** Whether a part has values in place of the parameters of another: all of `{}`, the beginning of `{}:cancel`.
 * @param {string} part @param {string} other */
function isValueOf(part, other) {
  const [start = "", ...rest] = other.split("{}");
  if (!rest.length || !part.startsWith(start)) return false;
  const end = rest.pop() ?? "";
  let at = start.length;
  for (const text of rest) {
    const next = part.indexOf(text, at + 1);
    if (next < 0) return false;
    at = next + text.length;
  }
  return part.length > at + end.length && part.endsWith(end);
}

/** How well a path answers: 1 for the same, less for one that goes on or has a value; 0 for another.
 * @param {Path} path @param {string} term */
export function comparePath({ parts, isOpen }, term) {
  const others = term.slice(1).split("/");
  if (others.length < parts.length) return 0;
  let quality = 1;
  for (const [at, part] of parts.entries()) {
    const other = others[at] ?? "";
    if (part === other) continue;
    if (isValueOf(part, other)) quality *= VALUE.test(part) ? 0.97 : 0.8;
    else if (isOpen && at === parts.length - 1 && other.startsWith(part)) quality *= 0.6;
    else return 0;
  }
  return others.length === parts.length ? quality : (quality * 0.5 * parts.length) / others.length;
}
