// Buttons that copy a text: one they carry (`data-copy`), that of an element (`data-copy-from`), or a
// file (`data-copy-file`).
import { copyText } from "../shared/copy-text.js";
import { findTarget } from "../shared/find-target.js";

document.addEventListener("click", (event) => {
  const button = findTarget(event, "button:is([data-copy], [data-copy-from], [data-copy-file])");
  if (!button) return;
  const { copy, copyFrom = "", copyFile } = button.dataset;
  copyText(copyFile ? loadText(copyFile) : copy ?? document.getElementById(copyFrom)?.textContent ?? "", button);
});

/** @param {string} address */
async function loadText(address) {
  const response = await fetch(address);
  return response.ok ? response.text() : Promise.reject(response);
}
