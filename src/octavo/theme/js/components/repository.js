// Shows a repository's stars and forks beside its name; without an answer they stay hidden.
import { runWhenIdle } from "../shared/idle.js";
import { say } from "../shared/say.js";
import { recall, remember } from "../shared/storage.js";

const HOUR = 3_600_000;
/** @typedef {{at: number, stars?: number, forks?: number}} Counts */
/** @type {Map<string, Promise<Counts>>} */
const asked = new Map();

/** @param {HTMLElement} element */
async function showCounts(element) {
  const { repository = "", repositoryApi = "https://api.github.com" } = element.dataset;
  const path = repository.split("/").map(encodeURIComponent).join("/");
  const address = `${repositoryApi}/repos/${path}`;
  const answer = asked.get(address) ?? loadCounts(address);
  asked.set(address, answer);
  const { stars, forks } = await answer;
  fill(element.querySelector("[data-stars]"), stars, say("stars"));
  fill(element.querySelector("[data-forks]"), forks, say("forks"));
}

/** A failure is kept as well: asking again would only fail again. @param {string} address @returns {Promise<Counts>} */
async function loadCounts(address) {
  const key = `octavo-repository:${address}`;
  const memory = recall("sessionStorage", key);
  if (memory && Date.now() - memory.at < HOUR) return memory;
  /** @type {Counts} */
  const fresh = { at: Date.now() };
  try {
    const response = await fetch(address, { credentials: "omit", referrerPolicy: "no-referrer" });
    const body = await response.json();
    fresh.stars = body.stargazers_count;
    fresh.forks = body.forks_count;
  } catch {
    // said by absence
  }
  remember("sessionStorage", key, fresh);
  return fresh;
}

/** @param {Element | null} place @param {unknown} count @param {string} word */
function fill(place, count, word) {
  const text = place?.querySelector("span");
  if (!(place instanceof HTMLElement) || !text || typeof count !== "number") return;
  const spoken = document.createElement("span");
  spoken.className = "visually-hidden";
  spoken.textContent = ` ${word}`;
  text.replaceChildren(shorten(count), spoken);
  place.hidden = false;
}

/** 1234 is 1.2k. @param {number} count */
function shorten(count) {
  return new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 })
    .format(count)
    .toLowerCase();
}

runWhenIdle(() => {
  for (const element of document.querySelectorAll("[data-repository]")) {
    if (element instanceof HTMLElement) showCounts(element);
  }
});
