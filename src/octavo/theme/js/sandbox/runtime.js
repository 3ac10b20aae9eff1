// What author code finds around it when the build evaluates it: a small React that renders once.
// No page loads this file. It runs in the engine of the build, before the code of each page.
// Names with a dollar sign are for the build; the others are what authors may use.
/* eslint-disable no-global-assign, no-extend-native */

var $m = []; // modules: {$e: evaluate inside of it, $x: its exports}
var $v = [{}]; // the properties that snippets were given; the first are those of the page
var $live = new Set(); // components that would react to readers
var $size = 0;
var $ids = 0;
var $owner = "";

var $MAX_SIZE = 1000000;
var $MAX_DEPTH = 64;
var $MAX_CALLS = 200;

class $Element {
  constructor(type, props) {
    this.type = type;
    this.props = props;
    this.key = null;
  }
}

function $h(type, attributes, ...children) {
  const { key, ref, ...props } = attributes || {};
  if (children.length) props.children = children.length === 1 ? children[0] : children;
  const element = new $Element(type, props);
  if (key !== undefined) element.key = String(key);
  return element;
}

// --- what the build calls

function $run(module, env, code, asNodes) {
  $live.clear();
  $size = 0;
  const value = $m[module].$e(code)($v[env]);
  return JSON.stringify([$out(value, 0, 0, asNodes), [...$live]]);
}

function $get(module, name) {
  const target = $m[module];
  if (target) return target.$x[name];
  return () => {
    throw new Error(`\`${name}\` is not there, because its file could not be read`);
  };
}

function $all(module) {
  return $m[module] ? $m[module].$x : {};
}

function $absent(props) {
  return props.children;
}

function $markdown(index) {
  return new $Element("$markdown", { index });
}

function $snippet(index) {
  return (props) => new $Element("$snippet", { index, props });
}

function $global(name) {
  return globalThis[name];
}

function $env(plain, code, markdown, answers) {
  const env = JSON.parse(plain);
  for (const [name, index] of Object.entries(markdown)) env[name] = $markdown(index);
  for (const [name, answer] of Object.entries(answers)) env[name] = $in(JSON.parse(answer));
  for (const [name, [module, outer, source]] of Object.entries(code)) {
    const evaluate = () => $m[module].$e(source)($v[outer]);
    if (name === "...") {
      Object.assign(env, evaluate());
      continue;
    }
    const get = () => {
      const value = evaluate();
      Object.defineProperty(env, name, { value, enumerable: true });
      return value;
    };
    Object.defineProperty(env, name, { get, enumerable: true, configurable: true });
  }
  return env;
}

// --- answers: lists ["a", …], objects ["o", {…}], functions ["f"], elements ["e", type, props,
// children], Markdown ["m", index], snippets ["n", index, props, children]; the rest as it is

function $out(value, depth, calls, asNodes) {
  if (value === null || value === undefined || typeof value === "boolean") return value ?? null;
  if (typeof value === "string") return $text(value);
  if (typeof value === "number") return asNodes || !isFinite(value) ? String(value) : value;
  if (typeof value === "bigint") return String(value);
  if (typeof value === "function") return ["f"];
  if (typeof value !== "object") return null;
  if (depth > $MAX_DEPTH) throw new RangeError(`more than ${$MAX_DEPTH} levels are nested here`);
  if (value instanceof $Element) return $element(value, depth, calls);
  $size += 8;
  if (Array.isArray(value)) {
    return ["a", ...Array.from(value, (item) => $out(item, depth + 1, calls, asNodes))];
  }
  if (value instanceof Date) return $text(String(value));
  if (typeof value.then === "function") throw new TypeError("a promise cannot be shown");
  if (typeof value[Symbol.iterator] === "function") return $out([...value], depth, calls, asNodes);
  return ["o", $object(value, depth, calls)];
}

function $text(text) {
  $size += text.length;
  if ($size > $MAX_SIZE) throw new RangeError("the result is larger than 1 MB");
  return text.toWellFormed();
}

function $object(value, depth, calls) {
  const out = Object.create(null);
  for (const name of Object.keys(value)) out[$text(name)] = $out(value[name], depth + 1, calls);
  return out;
}

function $element(element, depth, calls) {
  const { type, props } = element;
  $text("element");
  if (type === "$markdown") return ["m", props.index];
  if (type === "$snippet") {
    const { children, ...others } = props.props;
    return ["n", props.index, $object(others, depth, calls), $out(children, depth + 1, calls, true)];
  }
  if (type && type.$context) return $provide(type, props, depth, calls);
  if (typeof type === "function") return $call(type, props, depth, calls);
  if (type !== null && typeof type !== "string") {
    throw new TypeError(`a component is missing: its name stands for ${type}`);
  }
  const { children, ...others } = props;
  return ["e", type, $properties(others, depth, calls), $out(children, depth + 1, calls, true)];
}

function $properties(props, depth, calls) {
  const out = Object.create(null);
  for (const name of Object.keys(props)) {
    const value = props[name];
    if (typeof value === "function") $live.add($owner);
    else out[$text(name)] = $out(value, depth + 1, calls);
  }
  return out;
}

function $call(type, props, depth, calls) {
  if (calls > $MAX_CALLS) throw new RangeError("components call each other without end");
  const outer = $owner;
  $owner = String(type.displayName || type.name || outer);
  try {
    const complete = type.defaultProps ? { ...type.defaultProps, ...props } : props;
    const isClass = type.prototype && typeof type.prototype.render === "function";
    const result = isClass ? new type(complete).render() : type(complete);
    return $out(result, depth, calls + 1, true);
  } finally {
    $owner = outer;
  }
}

function $provide(type, props, depth, calls) {
  const context = type.$context;
  const outer = context.$value;
  context.$value = props.value;
  try {
    return $out(props.children, depth, calls, true);
  } finally {
    context.$value = outer;
  }
}

function $in(answer) {
  if (!Array.isArray(answer)) return answer;
  const [kind, first, props, children] = answer;
  if (kind === "a") return answer.slice(1).map($in);
  if (kind === "o") return $inObject(first);
  if (kind === "m") return $markdown(first);
  if (kind === "n") return $h($snippet(first), { ...$inObject(props), children: $in(children) });
  if (kind === "e") return $h(first, { ...$inObject(props), children: $in(children) });
  return undefined;
}

function $inObject(values) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, $in(value)]));
}

// --- React, as far as a page that is rendered once can use it

var Fragment = null;
var Suspense = null;
var StrictMode = null;

function $reacts() {
  if ($owner) $live.add($owner);
}
function useState(initial) {
  $reacts();
  return [typeof initial === "function" ? initial() : initial, () => {}];
}
function useReducer(_reducer, initial, make) {
  $reacts();
  return [make ? make(initial) : initial, () => {}];
}
function useEffect() {
  $reacts();
}
var useLayoutEffect = useEffect;
var useInsertionEffect = useEffect;
function useImperativeHandle() {}
function useDebugValue() {}
function useRef(initial) {
  return { current: initial };
}
function createRef() {
  return { current: null };
}
function useMemo(make) {
  return make();
}
function useCallback(callback) {
  return callback;
}
function useId() {
  $ids += 1;
  return `:r${$ids}:`;
}
function useContext(context) {
  return context.$value;
}
function useTransition() {
  return [false, (change) => change()];
}
function useDeferredValue(value) {
  return value;
}
function useSyncExternalStore(_subscribe, get, getFirst) {
  return (getFirst || get)();
}
function createContext(initial) {
  const context = { $value: initial };
  context.Provider = { $context: context };
  context.Consumer = (props) => props.children(context.$value);
  return context;
}
function memo(component) {
  return component;
}
function forwardRef(render) {
  return (props) => render(props, null);
}
function isValidElement(value) {
  return value instanceof $Element;
}
function cloneElement(element, props, ...children) {
  return $h(element.type, { key: element.key ?? undefined, ...element.props, ...props }, ...children);
}
class Component {
  constructor(props) {
    this.props = props;
    this.state = {};
  }
  setState() {}
  forceUpdate() {}
}
var PureComponent = Component;
var Children = {
  toArray: (children) => [children].flat(Infinity).filter((c) => c != null && typeof c !== "boolean"),
  map: (children, change) => (children == null ? children : Children.toArray(children).map(change)),
  forEach: (children, visit) => Children.toArray(children).forEach(visit),
  count: (children) => Children.toArray(children).length,
  only: (children) => children,
};
var React = {
  createElement: $h, Fragment, Suspense, StrictMode, useState, useReducer, useEffect,
  useLayoutEffect, useInsertionEffect, useImperativeHandle, useDebugValue, useRef, createRef,
  useMemo, useCallback, useId, useContext, useTransition, useDeferredValue, useSyncExternalStore,
  createContext, memo, forwardRef, isValidElement, cloneElement, Component, PureComponent, Children,
};
React.default = React;
var $React = React; // for files that import it under its own name

// --- what the engine lacks, or what must not differ from build to build

var console = {};
for (const name of ["log", "info", "warn", "error", "debug", "trace", "table", "group", "groupEnd"]) {
  console[name] = () => {};
}

// Chance is the same every time, as everything else about a build.
var $chance = 1;
Math.random = () => {
  $chance = ($chance * 16807) % 2147483647;
  return ($chance - 1) / 2147483646;
};
Object.defineProperty(globalThis, "performance", { value: { now: () => 0, timeOrigin: 0 } });

function $freeze(now) {
  const Real = Date;
  function Frozen(...parts) {
    if (!new.target) return new Frozen().toString();
    return Reflect.construct(Real, parts.length ? parts : [now], new.target);
  }
  Frozen.prototype = Real.prototype;
  Frozen.prototype.constructor = Frozen;
  Frozen.now = () => now;
  Frozen.parse = Real.parse;
  Frozen.UTC = Real.UTC;
  Date = Frozen;
}

String.prototype.localeCompare = function (other, _locales, options) {
  const { numeric, sensitivity } = options || {};
  const [a, b] = [String(this), String(other)];
  const compare = (x, y) => (x === y ? 0 : x < y ? -1 : 1);
  const spellOut = (text) => text.normalize("NFD").toLowerCase();
  const dropAccents = (text) => spellOut(text).replace(/[\u0300-\u036f]/g, "");
  const numbers = numeric ? parseFloat(a) - parseFloat(b) : 0;
  if (numbers) return Math.sign(numbers);
  const letters = compare(dropAccents(a), dropAccents(b));
  if (letters || sensitivity === "base") return letters;
  return compare(spellOut(a), spellOut(b)) || compare(b, a); // small letters come first
};

function $number(value, options = {}) {
  if (typeof value === "bigint") return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
  if (!isFinite(value)) return isNaN(value) ? "NaN" : value < 0 ? "-∞" : "∞";
  const { style } = options;
  const digits = style === "currency" ? 2 : 0;
  const least = options.minimumFractionDigits ?? digits;
  const most = options.maximumFractionDigits ?? Math.max(least, style === "currency" ? 2 : style === "percent" ? 0 : 3);
  let [whole, part = ""] = Math.abs(style === "percent" ? value * 100 : value).toFixed(most).split(".");
  while (part.length > least && part.endsWith("0")) part = part.slice(0, -1);
  if (options.useGrouping !== false) whole = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  const signs = { USD: "$", EUR: "€", GBP: "£", JPY: "¥" };
  const sign = style === "currency" ? signs[options.currency] || `${options.currency} ` : "";
  const end = style === "percent" ? "%" : "";
  return `${value < 0 ? "-" : ""}${sign}${whole}${part && "."}${part}${end}`;
}

var $MONTHS = "January February March April May June July August September October November December".split(" ");
var $DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

function $date(date, options = {}) {
  const { weekday, year, month, day, dateStyle } = options;
  if (isNaN(date)) return "Invalid Date";
  if (dateStyle === "full") return $date(date, { weekday: "long", year: "numeric", month: "long", day: "numeric" });
  if (dateStyle === "long") return $date(date, { year: "numeric", month: "long", day: "numeric" });
  if (dateStyle === "medium") return $date(date, { year: "numeric", month: "short", day: "numeric" });
  if (!weekday && !year && !month && !day) return $date(date, { year: "numeric", month: "numeric", day: "numeric" });
  const pad = (number, form) => (form === "2-digit" ? String(number % 100).padStart(2, "0") : String(number));
  const years = year && pad(date.getUTCFullYear(), year);
  const days = day && pad(date.getUTCDate(), day);
  const name = weekday && $DAYS[date.getUTCDay()].slice(0, weekday === "long" ? undefined : 3);
  if (month && (month === "long" || month === "short")) {
    const monthName = $MONTHS[date.getUTCMonth()].slice(0, month === "long" ? undefined : 3);
    const start = [monthName, days].filter(Boolean).join(" ");
    return [name, start].filter(Boolean).join(", ") + (years ? (days ? ", " : " ") + years : "");
  }
  const numbers = [month && pad(date.getUTCMonth() + 1, month), days, years].filter(Boolean).join("/");
  return [name, numbers].filter(Boolean).join(", ");
}

function $time(date, options = {}) {
  if (isNaN(date)) return "Invalid Date";
  const hours = date.getUTCHours();
  const pad = (number) => String(number).padStart(2, "0");
  const seconds = options.second || !(options.hour || options.minute || options.timeStyle === "short");
  const minutes = pad(date.getUTCMinutes()) + (seconds ? `:${pad(date.getUTCSeconds())}` : "");
  if (options.hour12 === false) return `${pad(hours)}:${minutes}`;
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? "AM" : "PM"}`;
}

Number.prototype.toLocaleString = function (_locales, options) {
  return $number(Number(this), options);
};
BigInt.prototype.toLocaleString = function () {
  return $number(BigInt(this));
};
Date.prototype.toLocaleDateString = function (_locales, options) {
  return $date(this, options);
};
Date.prototype.toLocaleTimeString = function (_locales, options) {
  return $time(this, options);
};
Date.prototype.toLocaleString = function (_locales, options) {
  if (isNaN(this)) return "Invalid Date";
  if (options && (options.dateStyle || options.year || options.month || options.day)) {
    const withTime = options.timeStyle || options.hour;
    return $date(this, options) + (withTime ? `, ${$time(this, options)}` : "");
  }
  return `${$date(this)}, ${$time(this, options)}`;
};

var Intl = {
  NumberFormat: function (_locales, options) {
    return { format: (value) => $number(Number(value), options) };
  },
  DateTimeFormat: function (_locales, options) {
    return {
      format: (date) => $date(new Date(date), options),
      resolvedOptions: () => ({ locale: "en-US", timeZone: "UTC" }),
    };
  },
  Collator: function (_locales, options) {
    return { compare: (a, b) => String(a).localeCompare(b, _locales, options) };
  },
  PluralRules: function () {
    return { select: (number) => (number === 1 ? "one" : "other") };
  },
  ListFormat: function (_locales, options) {
    const word = options && options.type === "disjunction" ? "or" : "and";
    return {
      format: (list) => {
        const items = [...list];
        if (items.length < 3) return items.join(` ${word} `);
        return `${items.slice(0, -1).join(", ")}, ${word} ${items.at(-1)}`;
      },
    };
  },
};
