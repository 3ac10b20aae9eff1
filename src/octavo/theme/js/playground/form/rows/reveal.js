// Brings something into view that may be folded away.
import { show } from "../../../api/switch.js";

/** @param {Element} element */
export function reveal(element) {
  for (let part = element.parentElement; part; part = part.parentElement) {
    if (part instanceof HTMLDetailsElement) part.open = true;
    else if (part.matches(".switch-panel[hidden]")) show(part);
  }
}
