// Modules of a project, evaluated without Node: what nobody knows stays unknown, with its name.

var $sources = Object.create(null);
var $texts = Object.create(null);
var $loaded = Object.create(null);
var $trusts = true; // whether modules are taken in; without them, what they break stays whole
var $LABEL = Symbol("label");
var $PACKAGE = Symbol("package");
var $MARK = "\u0001";
var $ENDINGS = ["", ".js", ".ts", ".mjs", ".cjs", ".mts", ".cts", ".json", "/index.js", "/index.ts"];
var $OWN = new Set(["module", "exports", "require", "$import", "$wait", "$meta", "__dirname", "__filename"]);
var $NOT_HERE = new Set(["window", "document", "navigator", "self", "Deno", "Bun"]);

// Modules run at once: nothing is waited for.
Promise.all = (list) => Object.defineProperty([...list], "then", { value: (next) => next([...list]) });
Promise.resolve = (value) => value;

var process = {
  env: { NODE_ENV: "production" }, argv: [], platform: "linux", versions: { node: "22.0.0" },
  cwd: () => ".", exit() {}, on() {},
};

function $unknown(label, ofPackage = false) {
  const value = new Proxy(function () {}.bind(), {
    get(_, key) {
      if (key === $LABEL) return label;
      if (key === $PACKAGE) return ofPackage;
      if (key === "...") return value;
      if (key === Symbol.toPrimitive) return () => $MARK + label + $MARK;
      if (key === Symbol.iterator) return function* () { yield value; };
      if (key === "prototype") return {};
      if (typeof key === "symbol" || key === "toJSON") return undefined;
      return $unknown(`${label}.${key}`, ofPackage);
    },
    apply: () => $unknown(`${label}()`),
    construct: () => $unknown(`new ${label}()`),
    ownKeys: () => ["..."],
    getOwnPropertyDescriptor: () => ({ value, enumerable: true, configurable: true }),
  });
  return value;
}

var $scope = new Proxy({}, {
  has: (_, key) =>
    typeof key === "string" && !(key in globalThis) && !$OWN.has(key) && !$NOT_HERE.has(key),
  get: (_, key) => (typeof key === "string" ? $unknown(key) : undefined),
});

function $join(...parts) {
  const out = [];
  for (const part of parts.join("/").split("/")) {
    if (part === ".." && out.length && out.at(-1) !== "..") out.pop();
    else if (part && part !== ".") out.push(part);
  }
  return out.join("/") || ".";
}

function URL(name, base) {
  this.href = base ? `file://${$join($clean(base), "..", name)}` : String(name);
  this.toString = () => this.href;
}

function $clean(path) {
  return $join(String(path).replace(/^file:\/\//, ""));
}

var $parse = JSON.parse;
JSON.parse = (text, revive) => (String(text).includes($MARK) ? $unknown("data") : $parse(text, revive));

function $find(path) {
  const found = $ENDINGS.map((ending) => path + ending).find((each) => each in $sources || each in $texts);
  const text = $texts[`${path}/package.json`];
  return found ?? (text && $join(path, $parse(text).main));
}

var $path = {
  sep: "/", join: $join, resolve: $join, normalize: (path) => $join(path),
  dirname: (path) => $join(path, ".."),
  basename: (path, ending = "") => String(path).split("/").at(-1).replace(new RegExp(`\\${ending || "\u0002"}$`), ""),
  extname: (path) => /\.[^./]+$/.exec(String(path))?.[0] ?? "",
  relative: (from, to) => $join(...$join(from).split("/").filter((part) => part !== ".").map(() => ".."), to),
  isAbsolute: (path) => String(path).startsWith("/"),
};
var $fs = {
  existsSync: (path) => $find($clean(path)) !== undefined,
  readFileSync: (path) => $texts[$clean(path)] ?? $unknown("a file that is read"),
  readdirSync: () => [], opendirSync: () => ({ readSync: () => null, closeSync() {} }),
};
$fs.promises = { readFile: $fs.readFileSync, readdir: $fs.readdirSync, access() {} };

function $load(path) {
  if (!(path in $loaded)) {
    const module = { exports: {} };
    $loaded[path] = { exports: module.exports };
    if (path in $sources) $loaded[path] = $start(path, module);
    else $loaded[path].exports = JSON.parse($texts[path]);
  }
  return $loaded[path];
}

function $start(path, module) {
  const folder = $join(path, "..");
  const take = (name) => $take(folder, String(name));
  const require = (name) => take(name).exports;
  require.resolve = (name) => (/^\./.test(name) ? $join(folder, name) : String(name));
  const get = (name, member) => $get(take(name), member);
  const wait = (name) => $space(take(name));
  const meta = { url: `file://${path}`, dirname: folder, filename: path, resolve: require.resolve };
  const names = $sources[path](module, module.exports, require, get, wait, meta, folder, path);
  return names ? { names, exports: names } : { exports: module.exports };
}

function $take(folder, name) {
  const own = name.replace(/^node:/, "").replace(/\/(promises|posix)$/, (end) => (end === "/promises" ? end : ""));
  const node = {
    path: $path, fs: $fs, "fs/promises": $fs.promises, process,
    url: { fileURLToPath: (url) => String(url).replace("file://", ""), pathToFileURL: (path) => path },
    module: { createRequire: () => Object.assign((each) => $take(folder, each).exports, { resolve: (each) => each }) },
  }[own];
  if (node) return { exports: node };
  const path = /^\.{1,2}(\/|$)/.test(name) ? $join(folder, name) : /^@site\//.test(name) && $join(name.slice(6));
  const found = path && $find(path);
  try {
    if (found && ($trusts || found in $texts)) return $load(found);
  } catch {
    // A module that needs what is not here is as unknown as one that is not there.
  }
  return { exports: $unknown(name, true) };
}

function $get(module, member) {
  const { names, exports } = module;
  if (names || exports === null || exports === undefined) return names?.[member];
  if (exports[$LABEL]) return member === "default" ? exports : exports[member];
  return member === "default" ? (exports.__esModule ? exports.default : exports) : exports[member];
}

function $space(module) {
  if (module.names || module.exports?.[$LABEL]) return module.exports;
  return { ...module.exports, default: $get(module, "default") };
}

// --- values: lists ["a", …], objects ["o", [name, value], …], code ["c", text, is function, is of a package]

var $room = 100000;

function $show(value, depth) {
  $room -= 1;
  if (value === null || value === undefined || typeof value === "boolean") return value ?? null;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "string") return value.includes($MARK) ? ["c", value.replaceAll($MARK, ""), false] : value.toWellFormed();
  if (depth > 40 || $room < 0) return ["c", "what nests too deeply", false];
  if (value[$LABEL]) return ["c", value[$LABEL], false, value[$PACKAGE]];
  if (typeof value === "function") return ["c", String(value), true];
  if (Array.isArray(value)) return ["a", ...value.map((each) => $show(each, depth + 1))];
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "object" || value instanceof RegExp || value instanceof $Element) return ["c", "an object", false];
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return ["o", ...entries.map(([name, each]) => [name.toWellFormed(), $show(each, depth + 1)])];
}

function $answer(path, calls) {
  try {
    return $evaluate(path, calls);
  } catch {
    $trusts = false;
    for (const each of Object.keys($loaded)) delete $loaded[each];
    return $evaluate(path, calls);
  }
}

function $evaluate(path, calls) {
  const module = $load(path);
  let usual = $get(module, "default");
  if (calls && typeof usual === "function" && !usual[$LABEL]) usual = usual();
  const others = module.names ?? (typeof module.exports === "object" ? module.exports : {});
  const shown = $show({ ...others, default: usual }, 0);
  return JSON.stringify([JSON.stringify(shown), []]);
}
