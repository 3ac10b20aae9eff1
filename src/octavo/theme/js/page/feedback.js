// Asks whether a page helped, where there is somebody to tell: the server of the site, an address
// in the data of the page, or a provider of analytics that takes events.
import { receiverThere, track } from "../services/events.js";
import { siteData } from "../shared/site-data.js";
import { recall, remember } from "../shared/storage.js";

const server = document.querySelector("meta[name=octavo-server]");
const address = siteData.feedback.address
  ?? (server && (server.getAttribute("content") || `${siteData.base}/_octavo/feedback`));
const form = document.querySelector("form[data-rating]");
if (form instanceof HTMLFormElement) {
  if (address) ask(form, address);
  else receiverThere.then(() => ask(form, null));
}

/** @param {HTMLFormElement} form @param {string | null} address Of a server that keeps answers. */
function ask(form, address) {
  const page = location.pathname.slice(siteData.base.length).replace(/(\/index\.html|\/)$/, "") || "/";
  const key = `octavo-rating:${siteData.base}${page}`;
  const id = makeId(); // the same for every attempt, so that a vote counts once
  const buttons = [...form.querySelectorAll("button")];
  const output = /** @type {HTMLOutputElement} */ (form.querySelector("output"));
  let busy = false;

  /** Buttons stay focusable: the focus is on one of them. @param {string | null} vote */
  const mark = (vote) => {
    for (const button of buttons) {
      button.setAttribute("aria-pressed", String(button.value === vote));
      button.setAttribute("aria-disabled", String(vote !== null));
    }
  };
  const thank = () => (output.textContent = "Thank you for your feedback");

  /** @param {string} vote */
  const send = async (vote) => {
    busy = true;
    mark(vote);
    output.textContent = "";
    try {
      if (address) await post(address, { page, vote, id });
      track(`docs.feedback.thumbs_${vote === "yes" ? "up" : "down"}`, { path: location.pathname });
      remember("sessionStorage", key, vote);
      thank();
    } catch {
      busy = false;
      mark(null);
      output.textContent = "Your vote could not be sent. Please try again";
    }
  };

  for (const button of buttons) {
    button.addEventListener("click", () => busy || send(button.value));
  }
  const before = recall("sessionStorage", key);
  mark(before);
  if (before) {
    busy = true;
    thank();
  }
  form.hidden = false;
}

/** @param {string} address @param {Record<string, string>} answer */
async function post(address, answer) {
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(answer),
    keepalive: true,
  });
  if (!response.ok) throw new Error();
}

/** A random UUID; crypto.randomUUID is missing on pages without https. */
function makeId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-a$4-");
}
