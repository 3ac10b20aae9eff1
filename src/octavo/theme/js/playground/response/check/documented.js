// How a response compares with what the documentation says.
import { makeButton, make } from "../../make.js";
import { readType } from "../words.js";
import { say } from "../../../shared/say.js";

/** @typedef {import("../../types.js").PlaygroundData} PlaygroundData */
/** @typedef {import("../../types.js").FormSchema} FormSchema */

/**
 * @typedef {object} Documented
 * @property {string} word
 * @property {string[]} notes
 * @property {FormSchema} [schema]
 * @property {FormSchema} [item] Of each part of a stream.
 */

/** What the documentation says of a status and type.
 * @param {PlaygroundData} data @param {number} status @param {string} type @returns {Documented} */
export function findDocumented({ responses }, status, type) {
  const text = String(status);
  const response = responses.find((each) => each.status === text)
    ?? responses.find((each) => each.status.toUpperCase() === `${text[0]}XX`)
    ?? responses.find((each) => each.status === "default");
  if (!responses.length) return { word: "", notes: [] };
  if (!response) return { word: say("undocumented"), notes: [say("The documentation does not list the status {status}.", { status })] };
  const types = response.contents.map(({ contentType }) => contentType);
  const content = response.contents.find(({ contentType }) => fits(contentType, type));
  const isOther = !content && types.length > 0 && type;
  return {
    word: response.status === text ? say("documented") : say("documented as {status}", { status: response.status }),
    notes: isOther ? [say("The documentation lists {types} here, not {type}.", { types: types.join(", "), type })] : [],
    schema: content?.schema,
    item: content?.items,
  };
}

/** @param {string} range As documented. @param {string} type */
function fits(range, type) {
  const plain = readType(range).type;
  return plain === type || plain === "*/*" || (plain.endsWith("/*") && type.startsWith(plain.slice(0, -1)));
}

/** @param {import("./check.js").Result} result @param {((row: number) => void) | undefined} reveal */
export function makeDifferences({ differences, whole }, reveal) {
  if (!differences.length) {
    const words = whole ? say("The body is as documented.") : say("The part that was checked is as documented.");
    return make("p", { class: "response-note response-fits" }, words);
  }
  const items = differences.map(({ row, place, message }) => make("li", {},
    makeButton(place || say("the body"), () => reveal?.(row), { class: "response-jump" }), ` ${message}`));
  const count = differences.length;
  const isOne = count === 1 && whole;
  const many = whole ? count : say("{count} or more", { count });
  const words = isOne ? say("1 place differs from the documentation") : say("{count} places differ from the documentation", { count: many });
  return make("details", { class: "response-differences", open: true }, make("summary", {}, words), make("ul", {}, ...items));
}
