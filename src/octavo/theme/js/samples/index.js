// Request samples: one printer a language, all from the same request. It runs in the build only, which
// keeps the results of functions that are marked as `@remembered`: so much is printed again and again.
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

/** The samples in some languages. @param {BuiltRequest} request @param {string[]} languages */
export function printSamples(request, languages) {
  const json = jsonText(request.body);
  const shown = request.body.kind === "text" && json !== null
    ? { ...request, body: { ...request.body, text: json } }
    : request;
  return languages.map((language) => PRINTERS[language]?.(shown, json) ?? "");
}
