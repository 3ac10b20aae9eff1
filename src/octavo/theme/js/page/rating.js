// The form that asks whether a page helped. A vote can be changed, and a server also takes a reason.
import { track } from "../services/events.js";
import { siteData } from "../shared/site-data.js";
import { recall, remember } from "../shared/storage.js";
import { say } from "../shared/say.js";

/** Shows the form, as the reader last left it. @param {HTMLFormElement} form */
export function openRating(form) {
  const { address } = siteData.feedback;
  const page = /** @type {HTMLInputElement} */ (form.elements.namedItem("page")).value;
  const key = `octavo-rating:${siteData.base}${page}`;
  // The id is the same for every answer about this page, so that they count as one. Other pages
  // have other ids, so that answers can't be linked to one reader.
  const said = recall("sessionStorage", key) ?? { id: makeId(), vote: null };
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (form.querySelectorAll("button[name=vote]"));
  const output = /** @type {HTMLOutputElement} */ (form.querySelector("output"));
  const more = /** @type {HTMLFieldSetElement} */ (form.querySelector("fieldset"));
  const legend = /** @type {HTMLElement} */ (more.querySelector("legend"));
  let busy = false;

  const show = () => {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.value === said.vote));
    output.textContent = said.vote ? say("Thank you for your feedback") : "";
    legend.textContent = legend.dataset[said.vote] ?? "";
    for (const label of /** @type {NodeListOf<HTMLElement>} */ (more.querySelectorAll("[data-vote]"))) {
      label.hidden = label.dataset.vote !== said.vote;
    }
  };

  /** @param {string} vote @param {Record<string, string>} reason What is said beside the vote. */
  const send = async (vote, reason) => {
    const before = said.vote;
    busy = true;
    said.vote = vote;
    show();
    try {
      if (address) await post(address, { page, vote, id: said.id, ...reason });
      if (vote !== before) {
        track(`docs.feedback.thumbs_${vote === "yes" ? "up" : "down"}`, { path: location.pathname });
        for (const input of more.querySelectorAll("input")) input.checked = false;
      }
      remember("sessionStorage", key, said);
      const hadMore = !more.hidden && vote === before;
      more.hidden = !address || hadMore;
      if (hadMore) [...buttons].find((button) => button.value === vote)?.focus();
    } catch (error) {
      said.vote = before;
      show();
      output.textContent = error instanceof Refusal ? error.message : say("Your answer was not sent. Try again");
    }
    busy = false;
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (busy) return;
    const { submitter } = event;
    if (submitter instanceof HTMLButtonElement && submitter.name === "vote") {
      if (submitter.value !== said.vote) send(submitter.value, {});
      else more.hidden = !address; // the same again: perhaps there is more to say
      return;
    }
    const fields = new FormData(form);
    send(said.vote, Object.fromEntries(["reason", "comment"].map((name) => [name, String(fields.get(name) ?? "")])));
  });
  show();
  form.hidden = false;
}

/** Why the server does not take an answer, in its own words. */
class Refusal extends Error {}

/** @param {string} address @param {Record<string, string>} answer */
async function post(address, answer) {
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(answer),
    keepalive: true,
  });
  if (response.ok) return;
  const { message } = await response.json().catch(() => ({}));
  throw message ? new Refusal(message) : new Error();
}

/** A random UUID; crypto.randomUUID is missing on pages without https. */
function makeId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-a$4-");
}
