// The notes where nothing can be typed, or where the input is not sent.
import { make } from "../make.js";
import { say } from "../../shared/say.js";

/** @type {import("./scheme-inputs.js").CreateInput} */
export function createCertificateNote({ key }) {
  const element = make("p", { class: "play-auth play-hint" },
    say("Your browser chooses the certificate when it connects. The proxy has none."));
  return { element, label: key, set: () => {}, focus: () => {} };
}

export function makeCookieNote() {
  return make("p", { class: "play-hint" },
    say("Browsers do not let pages send cookies to other sites: this one is part of the samples, and is not sent from here."));
}
