// A name and a password.
import { make } from "../make.js";

/** @type {import("./scheme-inputs.js").CreateInput} */
export function createBasic(scheme, change, _, { createPaste, labeled, secretField, startWith, textInput }) {
  const [first, second] = (scheme.labels ?? "").split(":");
  const label = first?.trim() || "Username";
  const paste = createPaste(scheme);
  const name = textInput();
  const password = secretField(second?.trim() || "Password");
  const tell = () => {
    const value = { username: paste.read(name.value), password: password.input.value };
    change(value.username || value.password ? { value } : undefined);
  };
  startWith(name, paste, tell);
  password.input.addEventListener("input", tell);
  const element = make("div", { class: "play-auth" }, labeled(label, name), password.element);
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
