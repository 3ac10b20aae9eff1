// What is on its way into the form.

/** @type {Set<Promise<unknown>>} */
const pending = new Set();

/** @template T @param {Promise<T>} work @returns {Promise<T>} The same. */
export function settle(work) {
  const end = work.catch(() => {}).then(() => void pending.delete(end));
  pending.add(end);
  return work;
}

/** Resolves when all that was written has found its place. */
export async function waitUntilSettled() {
  while (pending.size) await Promise.all(pending);
}
