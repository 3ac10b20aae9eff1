// Long work in short slices, between which the page answers its reader.

const SLICE_MS = 8;

/** Repeats a step as long as it says that there is more to do.
 * @param {() => boolean} step Must be short itself. @param {AbortSignal} [signal]
 * @returns {Promise<boolean>} Whether it came to its end. */
export async function runInSlices(step, signal) {
  let end = performance.now() + SLICE_MS;
  while (step()) {
    if (performance.now() < end) continue;
    await pause();
    if (signal?.aborted) return false;
    end = performance.now() + SLICE_MS;
  }
  return true;
}

/** Lets the page do what waits. @returns {Promise<void>} */
export function pause() {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
