// Buttons that copy a text: one they carry (`data-copy`), or that of an element (`data-copy-from`).
import { copyText } from "../shared/copy-text.js";
import { findTarget } from "../shared/find-target.js";

document.addEventListener("click", (event) => {
  const button = findTarget(event, "button[data-copy], button[data-copy-from]");
  if (!button) return;
  const { copy, copyFrom = "" } = button.dataset;
  copyText(copy ?? document.getElementById(copyFrom)?.textContent ?? "", button);
});
