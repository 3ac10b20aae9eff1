// Sends the reader's actions to the analytics providers in the settings, if there are any.

/** @typedef {Record<string, string | number | boolean>} Details */

/** @type {((name: string, details: Details) => void)[]} */
const receivers = [];

/** @param {(name: string, details: Details) => void} receiver */
export function receiveEvents(receiver) {
  receivers.push(receiver);
}

/** @type {() => void} */
let noteReceiver = () => {};

/** Resolves when a provider that takes events has been loaded; it may never be.
 * @type {Promise<void>} */
export const receiverThere = new Promise((resolve) => (noteReceiver = resolve));

/** A provider that takes events has been loaded. */
export function announceReceiver() {
  noteReceiver();
}

/** @param {string} name @param {Details} [details] */
export function track(name, details = {}) {
  for (const receiver of receivers) {
    try {
      receiver(name, details);
    } catch {
      // A provider's failure is not the reader's.
    }
  }
}
