// A link to a field opens everything around it, and loads what has to be loaded for that.
import { load } from "./fields.js";
import { show } from "./switch.js";

/** The element with an id, once the parts around it are loaded. @param {string} id */
async function findTarget(id) {
  for (;;) {
    const target = document.getElementById(id);
    if (target) return target;
    let around = id;
    let later = null;
    while (!later && around.includes(".")) {
      around = around.slice(0, around.lastIndexOf("."));
      later =
        document.getElementById(around)?.querySelector(":scope > details.later, :scope > .field-content > details.later") ??
        document.querySelector(`details.later[data-below="${CSS.escape(around)}"]`);
    }
    // What a heavy page has folded may be anything.
    later ??= document.querySelector("details.later[data-folded]");
    if (!later || !(await load(later))) return null;
  }
}

/** Shows the field that the address points to. */
export async function revealTarget() {
  let id = location.hash.slice(1);
  try {
    id = decodeURIComponent(id);
  } catch {
    // An address that is no proper one is taken as it is.
  }
  if (!id.includes(".") && !document.getElementById(id)?.closest("details, .switch-panel")) return;
  const target = await findTarget(id);
  if (!target) return;
  for (let part = target.parentElement; part; part = part.parentElement) {
    if (part instanceof HTMLDetailsElement) part.open = true;
    else if (part.matches(".switch-panel[hidden]")) show(part);
  }
  if (target instanceof HTMLDetailsElement) target.open = true;
  else if (target.matches(".switch-panel[hidden]")) show(target);
  target.scrollIntoView();
}
