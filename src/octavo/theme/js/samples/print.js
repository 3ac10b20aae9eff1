// Samples of a request, all from the same text of its body.
import { findJson } from "./json-text.js";

/** @typedef {import("../request/types.js").BuiltRequest} BuiltRequest */
/** @typedef {(request: BuiltRequest, json: string | null) => string} Print One of `printers`. */

/** @param {BuiltRequest} request @param {Print[]} printers */
export function printSamples(request, printers) {
  const { body } = request;
  const json = findJson(body);
  const readable = body.kind === "text" && json !== null ? { ...request, body: { ...body, text: json } } : request;
  return printers.map((print) => print(readable, json));
}
