// A name and a password.
import { make } from "../make.js";
import { say } from "../../shared/say.js";

/** @type {import("./scheme-inputs.js").CreateInput} */
export function createBasic(scheme, change, _, { addLabel, createPaste, makeSecretField, makeTextInput, startWith }) {
  const [first, second] = (scheme.labels ?? "").split(":");
  const label = first?.trim() || say("Username");
  const paste = createPaste(scheme);
  const name = makeTextInput();
  const password = makeSecretField(second?.trim() || say("Password"));
  const tell = () => {
    const value = { username: paste.read(name.value), password: password.input.value };
    change(value.username || value.password ? { value } : undefined);
  };
  startWith(name, paste, tell);
  password.input.addEventListener("input", tell);
  const element = make("div", { class: "play-auth" }, addLabel(label, name), password.element);
  return {
    element,
    label,
    set: (entry) => {
      const login = typeof entry?.value === "object" ? entry.value : { username: "", password: "" };
      name.value = paste.show(login.username);
      password.input.value = login.password;
    },
    focus: () => name.focus(),
  };
}
