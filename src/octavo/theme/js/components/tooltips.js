// Tooltips: visible while the pointer or the focus is on their word (or on themselves), by a tap,
// and hidden by Esc, a scroll or a tap elsewhere. They are above everything, inside the window.

const MARGIN = 8;
const LEAVE_TIME = 150;
/** @type {HTMLElement | null} */
let current = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let leaving;

/** @param {EventTarget | null} target */
function findTooltip(target) {
  const tooltip = target instanceof Element ? target.closest(".tooltip") : null;
  return tooltip instanceof HTMLElement ? tooltip : null;
}

/** @param {HTMLElement} tooltip @returns {HTMLElement | null} */
function findBubble(tooltip) {
  return tooltip.querySelector(":scope > .tooltip-bubble");
}

/** @param {HTMLElement} tooltip */
function show(tooltip) {
  clearTimeout(leaving);
  if (current === tooltip) return;
  hide();
  const bubble = findBubble(tooltip);
  const word = tooltip.querySelector(".tooltip-word");
  if (!bubble || !word) return;
  bubble.showPopover();
  place(bubble, word.getBoundingClientRect());
  current = tooltip;
}

function hide() {
  clearTimeout(leaving);
  const bubble = current && findBubble(current);
  if (bubble?.matches(":popover-open")) bubble.hidePopover();
  current = null;
}

/** @param {HTMLElement} bubble @param {DOMRect} word */
function place(bubble, word) {
  const { width, height } = bubble.getBoundingClientRect();
  const whole = document.documentElement.clientWidth;
  const middle = word.left + word.width / 2 - width / 2;
  const left = Math.max(MARGIN, Math.min(middle, whole - width - MARGIN));
  const above = word.top - height - MARGIN;
  bubble.style.left = `${left}px`;
  bubble.style.top = `${above >= MARGIN ? above : word.bottom + MARGIN}px`;
}

document.addEventListener("pointerover", (event) => {
  const tooltip = findTooltip(event.target);
  if (tooltip && event.pointerType === "mouse") show(tooltip);
});
document.addEventListener("pointerout", (event) => {
  if (event.pointerType !== "mouse" || !current || current.contains(/** @type {Node | null} */ (event.relatedTarget))) return;
  clearTimeout(leaving);
  leaving = setTimeout(hide, LEAVE_TIME);
});
document.addEventListener("focusin", (event) => {
  const tooltip = findTooltip(event.target);
  if (tooltip) show(tooltip);
  else hide();
});
document.addEventListener("focusout", (event) => {
  if (current && !current.contains(/** @type {Node | null} */ (event.relatedTarget))) hide();
});
document.addEventListener("click", (event) => {
  const tooltip = findTooltip(event.target);
  if (tooltip) show(tooltip);
  else hide();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && current) {
    event.preventDefault();
    hide();
  } else if ((event.key === "Enter" || event.key === " ") && event.target instanceof Element && event.target.matches(".tooltip-word")) {
    event.preventDefault();
    const tooltip = findTooltip(event.target);
    if (current) hide();
    else if (tooltip) show(tooltip);
  }
});
addEventListener("scroll", hide, { passive: true, capture: true });
addEventListener("resize", hide);
