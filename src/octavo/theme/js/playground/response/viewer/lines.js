// A long list of lines of one height; only the visible ones are in the page.

/** So many lines are all in the page: the browser's own search finds them. */
const FEW = 1000;
const AROUND = 20;
/** More lines than these are on no screen. */
const MOST_SHOWN = 400;

/**
 * @typedef {object} Lines
 * @property {HTMLElement} element It scrolls, and can be focused.
 * @property {(count: number) => void} setCount Draws everything again.
 * @property {() => void} redraw
 * @property {(index: number) => void} reveal Scrolls to a line that is not in view.
 */

/** @param {(index: number) => HTMLElement} draw Makes a line. @returns {Lines} */
export function createLines(draw) {
  const view = document.createElement("div");
  view.className = "lines-shown";
  const space = document.createElement("div");
  space.className = "lines-space";
  space.append(view);
  const element = document.createElement("div");
  element.className = "lines";
  element.tabIndex = 0;
  element.append(space);
  let count = 0;
  let height = 20;
  let from = 0;
  let to = 0;

  /** @param {boolean} again */
  function update(again) {
    const first = Math.floor(element.scrollTop / height);
    const last = Math.min(Math.ceil((element.scrollTop + element.clientHeight) / height), first + MOST_SHOWN);
    if (!again && first >= from && last <= to) return;
    from = count <= FEW ? 0 : Math.max(0, Math.min(first, count - 1) - AROUND);
    to = count <= FEW ? count : Math.min(count, Math.max(last, first + 40) + AROUND);
    const lines = document.createDocumentFragment();
    for (let index = from; index < to; index++) lines.append(draw(index));
    view.replaceChildren(lines);
    measure();
    view.style.transform = `translateY(${from * height}px)`;
  }

  /** Lines grow with the reader's type: their height is measured, not assumed. */
  function measure() {
    const lineHeight = view.firstElementChild?.getBoundingClientRect().height;
    if (lineHeight) height = lineHeight;
    space.style.blockSize = count <= FEW ? "" : `${Math.ceil(count * height)}px`;
  }

  element.addEventListener("scroll", () => update(false), { passive: true });
  new ResizeObserver(() => update(count > FEW)).observe(element);

  return {
    element,
    setCount: (next) => {
      count = next;
      update(true);
    },
    redraw: () => update(true),
    reveal: (index) => {
      const top = index * height;
      const isInView = top >= element.scrollTop && top + height <= element.scrollTop + element.clientHeight;
      if (!isInView) element.scrollTop = Math.max(0, top - element.clientHeight / 2);
      update(false);
    },
  };
}
