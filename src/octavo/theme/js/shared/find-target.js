// What an event is about.

/** The element around the target of an event that a selector names. @param {Event} event
 * @param {string} selector @returns {HTMLElement | null} */
export function findTarget({ target }, selector) {
  const element = target instanceof Element ? target.closest(selector) : null;
  return element instanceof HTMLElement ? element : null;
}
