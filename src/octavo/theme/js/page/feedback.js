// Asks whether a page helped, if the answer has a recipient: the server of the site, or an
// analytics provider with events. The form is then enabled; other pages don't load its code.
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
