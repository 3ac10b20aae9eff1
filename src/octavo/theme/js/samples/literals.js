// Texts as literals of programming languages, so that a value can never become code.
import { remember } from "../request/remember.js";

// Characters that readers cannot see or that turn the text around: always written as escapes.
const HIDDEN = /[\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
// Those and what controls a terminal, as one set of characters.
const UNREADABLE = new RegExp(`[\\0-\\x08\\x0b-\\x1f${HIDDEN.source.slice(1)}`);

/** A double-quoted literal: its escapes mean the same in Python, JavaScript, Go and Java. */
export const quoteText = remember((text) => {
  const literal = JSON.stringify(text);
  return isReadable(text) ? literal : showHidden(literal);
});

/** Writes hidden characters as escapes, inside a literal. @param {string} literal */
export function showHidden(literal) {
  return isReadable(literal) ? literal : literal.replace(HIDDEN, escapeUnicode);
}

/** Whether a text can be in a multiline literal: it has several lines, and only plain characters.
 * @param {string} text */
export function isReadableBlock(text) {
  return text.includes("\n") && isReadable(text);
}

/** Whether a text has only characters that can be seen, blanks, tabs and line ends. */
export const isReadable = remember((text) => !UNREADABLE.test(text));

/** The content of a triple-quoted literal in Python and Java. @param {string} text */
export function escapeBlock(text) {
  const isPlain = !text.includes("\\") && !text.includes('"""') && !text.endsWith('"');
  return isPlain ? text : text.replace(/\\|"""|"$/g, (match) => (match === '"""' ? '\\"\\"\\"' : `\\${match}`));
}

/** @param {string} character */
function escapeUnicode(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Puts blanks before every line but the first. @param {string} text @param {string} blanks */
export function indentRest(text, blanks) {
  const hasEmptyLines = `${text}\n`.includes("\n\n");
  return hasEmptyLines ? text.replace(/\n(?!\n|$)/g, `\n${blanks}`) : text.replaceAll("\n", `\n${blanks}`);
}

/** What kind of parts a body has, where its clients would write `form-data`: null, or `mixed`, say.
 * @param {import("../request/types.js").BuiltBody} body */
export function findSubtype(body) {
  const subtype = body.kind === "multipart" ? body.contentType.slice("multipart/".length) : "form-data";
  return subtype === "form-data" ? null : subtype;
}

/** The name of a file. @param {import("../request/types.js").Attachment} file */
export function nameFile(file) {
  return typeof file === "string" ? file : file.name;
}

/** A name inside the quotes of a part's header, as browsers write it. @param {string} name */
export function escapeName(name) {
  return name.replace(/\r\n|\r|\n/g, "%0D%0A").replace(/"/g, "%22");
}

/** Whether a mapping can hold these names as they are: each once, and none that looks like a number,
 * which some languages would put first. Names with a leading digit get quotes. @param {string[]} names */
export function fitsMapping(names) {
  return new Set(names).size === names.length && !names.some((name) => name < ":" && /^\d+$/.test(name));
}
