// Work that follows changes: at once after them, or where it takes long, when the reader pauses.

const LONG_MS = 8;
const PAUSE_MS = 250;

/** @param {() => Promise<void>} work @returns {() => void} To be called with every change. */
export function createSchedule(work) {
  let wait = 0;
  let timer = 0;

  async function run() {
    const start = performance.now();
    await work();
    wait = performance.now() - start > LONG_MS ? PAUSE_MS : 0;
  }

  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, wait);
  };
}
