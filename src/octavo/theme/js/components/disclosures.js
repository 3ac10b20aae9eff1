// Accordions: opening one puts its address into the address bar, and a link to it, or to anything
// inside, opens it. Browsers that open `details` for a link themselves are only helped.
import { findTarget } from "../shared/find-target.js";
import { findElement } from "./target.js";

function revealTarget() {
  const target = findElement(location.hash);
  let opened = false;
  for (let part = target?.closest("details"); part; part = part.parentElement?.closest("details")) {
    opened ||= !part.open;
    part.open = true;
  }
  if (opened) target?.scrollIntoView();
}

document.addEventListener("click", (event) => {
  const summary = findTarget(event, ".accordion > summary");
  const accordion = summary?.parentElement;
  if (!(accordion instanceof HTMLDetailsElement) || event.defaultPrevented) return;
  const content = accordion.querySelector(":scope > .accordion-content");
  // The click comes before the change.
  const closes = accordion.open;
  if (!content || (closes && findElement(location.hash) !== content)) return;
  history.replaceState(history.state, "", closes ? location.pathname + location.search : `#${content.id}`);
});

addEventListener("hashchange", revealTarget);
revealTarget();
