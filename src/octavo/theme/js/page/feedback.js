// Asks whether a page helped, where there is somebody to tell: the server of the site, or a provider
// of analytics that takes events. The form begins to work then; elsewhere nobody loads what it needs.
import { receiverThere } from "../services/events.js";
import { findFeedback } from "../shared/server.js";

const form = document.querySelector("form[data-rating]");
if (form instanceof HTMLFormElement) {
  receiverThere.then(() => ask(form));
  findFeedback().then(({ address }) => address && ask(form));
}

/** @param {HTMLFormElement} form */
function ask(form) {
  import("./rating.js").then(({ openRating }) => form.hidden && openRating(form)).catch(() => {});
}
