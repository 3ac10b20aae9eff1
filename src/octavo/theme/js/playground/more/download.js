// Hands data to the reader as a file.
import { make } from "../make.js";

/** @param {string} name @param {unknown} data */
export function downloadJson(name, data) {
  const address = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: "application/octet-stream" }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
