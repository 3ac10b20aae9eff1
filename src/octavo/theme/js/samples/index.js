// Request samples: one printer a language, all from the same request.
import { jsonText } from "./json.js";
import { printCurl } from "./curl.js";
import { printGo } from "./go.js";
import { printJava } from "./java.js";
import { printJavascript } from "./javascript.js";
import { printPhp } from "./php.js";
import { printPython } from "./python.js";

/** @typedef {import("../request/types.js").BuiltRequest} BuiltRequest */

/** @type {Record<string, (request: BuiltRequest, json: string | null) => string>} */
const PRINTERS = {
  bash: printCurl,
  python: printPython,
  javascript: printJavascript,
  php: printPhp,
  go: printGo,
  java: printJava,
};

/** The languages that can be printed, in the order that readers see. */
export const LANGUAGES = Object.keys(PRINTERS);

/** @param {string} language One of those above. @param {BuiltRequest} request */
export function printSample(language, request) {
  return printSamples(request, [language])[language] ?? "";
}

/** Samples by language. @param {BuiltRequest} request @param {string[]} languages
 * @returns {Record<string, string>} */
export function printSamples(request, languages) {
  const json = jsonText(request.body);
  const shown = request.body.kind === "text" && json !== null
    ? { ...request, body: { ...request.body, text: json } }
    : request;
  return Object.fromEntries(languages.map((language) => [language, PRINTERS[language]?.(shown, json) ?? ""]));
}
