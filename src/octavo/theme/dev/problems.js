// Shows the problems of the project on top of the page: a small bar that opens into a list. It is
// in a shadow tree, so that the author's styles can't break it, and all text is plain text.

/** @typedef {{severity: "error" | "warning" | "info", message: string, code: string, file: string,
 *   line: number | null, column: number | null, hint: string | null, excerpt: string | null,
 *   caret: number | null}} Problem */

const STYLE = `
:host { all: initial; position: fixed; inset: auto 0 0; z-index: 2147483647; display: flex;
  flex-direction: column; align-items: center; max-height: 60vh; pointer-events: none;
  font: 14px/1.5 ui-sans-serif, system-ui, sans-serif; color: #f4f4f5; color-scheme: dark; }
* { box-sizing: border-box; }
button { font: inherit; color: inherit; background: #27272a; border: 1px solid #71717a;
  border-radius: 8px; padding: 4px 12px; cursor: pointer; pointer-events: auto; }
button:focus-visible { outline: 2px solid #fca5a5; outline-offset: 2px; }
.bar { margin: 0 0 12px; box-shadow: 0 2px 12px #0006; }
.bar::after { content: " \\25b4" / ""; }
.bar[aria-expanded=true] { margin: 0 0 -1px; border-radius: 8px 8px 0 0; }
.bar[aria-expanded=true]::after { content: " \\25be" / ""; }
section { width: 100%; overflow: auto; background: #18181b; border-top: 3px solid #f87171;
  padding: 16px; pointer-events: auto; }
section[hidden] { display: none; }
section.mild { border-top-color: #fbbf24; }
ol { list-style: none; margin: 0 auto; padding: 0; max-width: 72rem; display: grid; gap: 16px; }
p { margin: 0; overflow-wrap: anywhere; }
.all { max-width: 72rem; margin: 0 auto 12px; }
a { display: inline-block; padding: 2px 0; color: #93c5fd; }
a:focus-visible { outline: 2px solid #fca5a5; outline-offset: 2px; }
.place, pre { font: 13px/1.5 ui-monospace, monospace; }
.place { color: #d4d4d8; }
.error { color: #fca5a5; } .warning { color: #fcd34d; } .info { color: #93c5fd; }
pre { margin: 4px 0; padding: 8px 12px; overflow: auto; background: #09090b; border-radius: 6px; }
.hint { color: #d4d4d8; }
@media print { :host { display: none; } }
`;

/** @type {HTMLElement | undefined} */
let host;
let isOpen = false;
let lastProblems = "";

/** Shows problems; hides itself without any. @param {Problem[]} problems */
export function showProblems(problems) {
  const now = JSON.stringify(problems);
  if (now === lastProblems) return;
  lastProblems = now;
  const hasErrors = problems.some((problem) => problem.severity === "error");
  isOpen = hasErrors;
  if (problems.length) draw(problems, hasErrors);
  else host?.remove();
}

/** @param {Problem[]} problems @param {boolean} hasErrors */
function draw(problems, hasErrors) {
  if (!host) {
    host = document.createElement("octavo-problems");
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    host.attachShadow({ mode: "open" }).adoptedStyleSheets = [style];
  }
  const list = make("ol", "", ...problems.map(makeItem));
  const all = make("a", "", "All problems of the project");
  all.setAttribute("href", "/_octavo/problems");
  const panel = make("section", hasErrors ? "" : "mild", make("p", "all", all), list);
  panel.id = "problems";
  panel.tabIndex = 0;
  panel.setAttribute("aria-label", "Problems of the project");
  const bar = make("button", "bar", count(problems));
  bar.setAttribute("aria-controls", "problems");
  const toggle = (/** @type {boolean} */ open) => {
    isOpen = open;
    panel.hidden = !open;
    bar.setAttribute("aria-expanded", String(open));
  };
  bar.onclick = () => toggle(!isOpen);
  panel.onkeydown = bar.onkeydown = (event) => event.key === "Escape" && toggle(false);
  toggle(isOpen);
  const status = make("div", "", bar);
  status.setAttribute("role", "status");
  host.shadowRoot?.replaceChildren(status, panel);
  document.body.append(host);
}

/** @param {Problem[]} problems */
function count(problems) {
  const words = [["error", "errors"], ["warning", "warnings"], ["info", "notes"]].map(([severity, several]) => {
    const number = problems.filter((problem) => problem.severity === severity).length;
    return number && `${number} ${number === 1 ? several.slice(0, -1) : several}`;
  });
  return words.filter(Boolean).join(", ");
}

/** @param {Problem} problem */
function makeItem({ severity, message, code, file, line, column, hint, excerpt, caret }) {
  const place = [file, line, column].filter((part) => part !== null).join(":");
  const parts = [
    make("p", "place", place),
    make("p", "", make("strong", severity, `${severity}: `), `${message} [${code}]`),
  ];
  if (excerpt) parts.push(make("pre", "", excerpt + (caret === null ? "" : `\n${" ".repeat(caret)}^`)));
  if (hint) parts.push(make("p", "hint", `Hint: ${hint}`));
  return make("li", "", ...parts);
}

/** @param {string} name @param {string} className @param {(string | Node)[]} content */
function make(name, className, ...content) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...content);
  return element;
}
