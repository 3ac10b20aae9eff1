// Compares a JSON body with the schema that the documentation gives for it.
import { EMPTY, OPEN, listChildren, readKey } from "../viewer/json-rows.js";
import { pause } from "../slices.js";
import { say } from "../../../shared/say.js";

/** @typedef {import("../viewer/json-rows.js").Rows} Rows */
/** @typedef {import("../../types.js").FormSchema} FormSchema */
/** @typedef {(schema: FormSchema) => FormSchema | Promise<FormSchema>} Resolve */
/** @typedef {{row: number, place: string, message: string}} Difference */
/** @typedef {{differences: Difference[], whole: boolean}} Result `whole`: everything was looked at. */
/** @typedef {Generator<Promise<FormSchema> | undefined, void, FormSchema | undefined>} Work */

const MOST = 100;
const DEEPEST = 100;
const MOST_VISITS = 3_000_000;
const FEW_VISITS = 200_000;
const VISITS_A_ROW = 16;
const VISITS_A_SLICE = 1000;
const SLICE_MS = 8;
const FEW_VALUES = 8;

/**
 * @typedef {object} Context
 * @property {Rows} rows
 * @property {Resolve} resolve
 * @property {(string | number)[]} path To the value that is looked at.
 * @property {number} visits
 * @property {number} mostVisits Choices in choices have no end; a small body need not wait for one.
 */

/** The places where a body differs.
 * @param {Rows} rows @param {FormSchema} schema @param {Resolve} resolve @param {AbortSignal} [signal]
 * @returns {Promise<Result>} */
export async function checkRows(rows, schema, resolve, signal) {
  /** @type {Difference[]} */
  const differences = [];
  const mostVisits = Math.min(MOST_VISITS, FEW_VISITS + VISITS_A_ROW * rows.count);
  /** @type {Context} */
  const context = { rows, resolve, path: [], visits: 0, mostVisits };
  const work = check(context, schema, 0, differences);
  let end = performance.now() + SLICE_MS;
  for (let next = work.next(); !next.done;) {
    const resolved = next.value && (await next.value.catch(() => ({})));
    if (performance.now() > end) {
      await pause();
      end = performance.now() + SLICE_MS;
    }
    if (signal?.aborted) break;
    next = work.next(resolved);
  }
  return { differences, whole: !rows.cut && differences.length < MOST && context.visits < context.mostVisits };
}

/** @param {Context} context @param {FormSchema} written @param {number} row @param {Difference[]} differences
 * @returns {Work} */
function* check(context, written, row, differences) {
  if (differences.length >= MOST || context.path.length > DEEPEST || context.visits >= context.mostVisits) return;
  if (++context.visits % VISITS_A_SLICE === 0) yield undefined;
  const schema = yield* followRef(context, written);
  const kind = readKind(context.rows, row);
  if (schema.never) return tell(context, differences, row, say("must not be there"));
  if (schema.choice) {
    if (kind === "null" && schema.types?.includes("null")) return;
    yield* checkChoice(context, schema.choice, row, differences);
  } else if (schema.types?.length && !fitsType(context.rows, row, kind, schema.types)) {
    return tell(context, differences, row, say("must be {types}, but is {kind}", { types: joinTypes(schema.types), kind: addArticle(kind) }));
  }
  checkValue(context, schema, row, kind, differences);
  if (kind === "object") yield* checkObject(context, schema, row, differences);
  else if (kind === "array") yield* checkArray(context, schema, row, differences);
}

/** @param {Context} context @param {FormSchema} schema
 * @returns {Generator<Promise<FormSchema>, FormSchema, FormSchema | undefined>} */
function* followRef(context, schema) {
  if (!schema.ref) return schema;
  const target = context.resolve(schema);
  return target instanceof Promise ? (yield target) ?? {} : target;
}

// choices

/** @param {Context} context @param {import("../../types.js").FormChoice} choice @param {number} row
 * @param {Difference[]} differences @returns {Work} */
function* checkChoice(context, choice, row, differences) {
  const mark = choice.discriminator ? findMember(context.rows, row, choice.discriminator) : undefined;
  const option = mark === undefined ? undefined : choice.options.find(({ values }) => values?.includes(mark));
  if (option) return yield* check(context, option.schema, row, differences);
  /** @type {Difference[] | undefined} */
  let best;
  for (const { schema } of choice.options) {
    /** @type {Difference[]} */
    const own = [];
    yield* check(context, schema, row, own);
    if (!own.length) return;
    if (!best || weigh(own, row) < weigh(best, row)) best = own;
  }
  if (!best) return;
  const fitsNone = best.every((each) => each.row === row);
  if (fitsNone && choice.options.length > 1) {
    const labels = choice.options.slice(0, FEW_VALUES).map(({ label }) => label);
    tell(context, differences, row, say("fits none of: {labels}", { labels: labels.join(", ") }));
  } else differences.push(...best.slice(0, MOST - differences.length));
}

/** What is wrong with the value itself weighs more than what is wrong inside it.
 * @param {Difference[]} differences @param {number} row */
function weigh(differences, row) {
  return differences.reduce((sum, each) => sum + (each.row === row ? 10 : 1), 0);
}

// objects and lists

/** @param {Context} context @param {FormSchema} schema @param {number} row @param {Difference[]} differences
 * @returns {Work} */
function* checkObject(context, schema, row, differences) {
  const properties = new Map(schema.properties?.map((each) => [each.name, each]));
  const names = new Set();
  for (const child of listChildren(context.rows, row)) {
    const name = readName(context.rows, child);
    names.add(name);
    const property = properties.get(name);
    context.path.push(name);
    if (property) yield* check(context, property.schema, child, differences);
    // Names that follow a pattern are not looked at: a pattern may take for ever.
    else if (schema.patterns?.length) {
      // the document doesn't describe it
    } else if (schema.additional === false) tell(context, differences, child, say("is not documented"));
    else if (schema.additional) yield* check(context, schema.additional, child, differences);
    context.path.pop();
  }
  for (const { name, required, schema: inner } of properties.values()) {
    if (required && !names.has(name) && !inner.writeOnly) tell(context, differences, row, say("{name} is missing", { name: `\`${name}\`` }));
  }
  const { minProperties = 0, maxProperties = Infinity } = schema;
  checkCount(context, differences, row, names.size, minProperties, maxProperties, PROPERTIES);
}

/** @param {Context} context @param {FormSchema} schema @param {number} row @param {Difference[]} differences
 * @returns {Work} */
function* checkArray(context, schema, row, differences) {
  let at = 0;
  for (const child of listChildren(context.rows, row)) {
    const item = schema.prefixItems?.[at] ?? schema.items;
    context.path.push(at++);
    if (item) yield* check(context, item, child, differences);
    context.path.pop();
  }
  const { minItems = 0, maxItems = Infinity } = schema;
  checkCount(context, differences, row, at, minItems, maxItems, ITEMS);
}

// plain values

/** @param {Context} context @param {FormSchema} schema @param {number} row @param {string} kind
 * @param {Difference[]} differences */
function checkValue(context, schema, row, kind, differences) {
  const allowed = "const" in schema ? [schema.const] : schema.enum;
  if (allowed && !allowed.some((each) => equals(context.rows, row, kind, each))) {
    const values = allowed.map((each) => (typeof each === "string" ? JSON.stringify(each) : String(each)));
    if (values.length > FEW_VALUES) values.splice(FEW_VALUES, Infinity, "…");
    const list = values.join(", ");
    tell(context, differences, row, values.length > 1 ? say("must be one of {values}", { values: list }) : say("must be {value}", { value: list }));
  }
  if (kind === "number" || kind === "integer") checkNumber(context, schema, row, differences);
  const { minLength = 0, maxLength = Infinity } = schema;
  if (kind === "string" && (minLength > 0 || maxLength < Infinity)) {
    const { length } = [...readString(context.rows, row)];
    checkCount(context, differences, row, length, minLength, maxLength, CHARACTERS);
  }
}

/** @param {Context} context @param {FormSchema} schema @param {number} row @param {Difference[]} differences */
function checkNumber(context, schema, row, differences) {
  const value = Number(readText(context.rows, row));
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  /** @param {number | undefined} limit @param {(limit: number) => boolean} fits @param {(limit: number) => string} write */
  const check = (limit, fits, write) => {
    if (limit !== undefined && !fits(Number(limit))) tell(context, differences, row, write(limit));
  };
  check(minimum, (limit) => value >= limit, (limit) => say("must be at least {limit}", { limit }));
  check(maximum, (limit) => value <= limit, (limit) => say("must be at most {limit}", { limit }));
  check(exclusiveMinimum, (limit) => value > limit, (limit) => say("must be more than {limit}", { limit }));
  check(exclusiveMaximum, (limit) => value < limit, (limit) => say("must be less than {limit}", { limit }));
}

/** @typedef {Record<"few" | "many", (limit: number) => string>} Words What is said of too few, and of too many. */

/** @type {Words} */
const PROPERTIES = {
  few: (count) => (count === 1 ? say("must have at least 1 property") : say("must have at least {count} properties", { count })),
  many: (count) => (count === 1 ? say("must have at most 1 property") : say("must have at most {count} properties", { count })),
};
/** @type {Words} */
const ITEMS = {
  few: (count) => (count === 1 ? say("must have at least 1 item") : say("must have at least {count} items", { count })),
  many: (count) => (count === 1 ? say("must have at most 1 item") : say("must have at most {count} items", { count })),
};
/** @type {Words} */
const CHARACTERS = {
  few: (count) => (count === 1 ? say("must have at least 1 character") : say("must have at least {count} characters", { count })),
  many: (count) => (count === 1 ? say("must have at most 1 character") : say("must have at most {count} characters", { count })),
};

/** @param {Context} context @param {Difference[]} differences @param {number} row @param {number} number
 * @param {number} least @param {number} most @param {Words} words */
function checkCount(context, differences, row, number, least, most, words) {
  if (number < least) tell(context, differences, row, words.few(least));
  if (number > most) tell(context, differences, row, words.many(most));
}

/** @param {Rows} rows @param {number} row @param {string} kind @param {unknown} wanted */
function equals(rows, row, kind, wanted) {
  // Two objects can be written in many ways: they are taken as equal.
  if (typeof wanted === "object" && wanted !== null && (kind === "object" || kind === "array")) return true;
  if (kind === "string" || typeof wanted === "string") return kind === "string" && wanted === readString(rows, row);
  const text = readText(rows, row);
  if (String(wanted) === text) return true;
  return (kind === "number" || kind === "integer") && typeof wanted === "number" && Number(text) === wanted;
}

/** @param {Rows} rows @param {number} row @param {string} kind @param {string[]} types */
function fitsType(rows, row, kind, types) {
  if (types.includes(kind)) return true;
  if (kind === "integer") return types.includes("number");
  return kind === "number" && types.includes("integer") && Number.isInteger(Number(readText(rows, row)));
}

// words and values

/** @param {Context} context @param {Difference[]} differences @param {number} row @param {string} message */
function tell(context, differences, row, message) {
  const place = context.path.reduce((/** @type {string} */ text, part) => (
    typeof part === "number" ? `${text}[${part}]` : `${text}${text ? "." : ""}${part}`), "");
  if (differences.length < MOST) differences.push({ row, place, message });
}

/** @param {Rows} rows @param {number} row */
function readKind(rows, row) {
  const sign = rows.text[/** @type {number} */ (rows.starts[row])];
  if (rows.kinds[row] === OPEN || rows.kinds[row] === EMPTY) return sign === "{" ? "object" : "array";
  if (sign === '"') return "string";
  if (sign === "n") return "null";
  if (sign === "t" || sign === "f") return "boolean";
  return /[.eE]/.test(readText(rows, row)) ? "number" : "integer";
}

/** @param {Rows} rows @param {number} row */
function readText(rows, row) {
  return rows.text.slice(rows.starts[row], rows.ends[row]);
}

/** @param {Rows} rows @param {number} row */
function readString(rows, row) {
  return parseText(readText(rows, row));
}

/** @param {Rows} rows @param {number} row */
function readName(rows, row) {
  return parseText(readKey(rows, row));
}

/** @param {string} literal @returns {string} */
function parseText(literal) {
  if (!literal.includes("\\")) return literal.slice(1, -1);
  try {
    return JSON.parse(literal);
  } catch {
    return literal.slice(1, -1);
  }
}

/** @param {Rows} rows @param {number} row @param {string} name */
function findMember(rows, row, name) {
  if (rows.text[/** @type {number} */ (rows.starts[row])] !== "{") return undefined;
  for (const child of listChildren(rows, row)) {
    if (readName(rows, child) === name && readKind(rows, child) === "string") return readString(rows, child);
  }
  return undefined;
}

/** @param {string[]} types */
function joinTypes(types) {
  const words = types.map(addArticle);
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)}` : words[0] ?? "";
}

/** @param {string} kind */
function addArticle(kind) {
  return kind === "null" ? "null" : `${/^[aio]/.test(kind) ? "an" : "a"} ${kind === "array" ? "array" : kind}`;
}
