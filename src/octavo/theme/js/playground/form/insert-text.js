// Puts a text where the caret is.

/** @param {() => HTMLInputElement | HTMLTextAreaElement} input Another one, once it has to show lines.
 * @param {string} text @param {(text: string) => void} set */
export function insertText(input, text, set) {
  const { value, selectionStart, selectionEnd } = input();
  const start = selectionStart ?? value.length;
  set(value.slice(0, start) + text + value.slice(selectionEnd ?? start));
  input().focus();
  input().setSelectionRange(start + text.length, start + text.length);
}
