// Work that can wait until the page is loaded and the browser has nothing better to do.

/** @param {() => void} work */
export function runWhenIdle(work) {
  const wait = () => (window.requestIdleCallback ?? setTimeout)(() => work());
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait, { once: true });
}
