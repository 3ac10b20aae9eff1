// What only some forms need: a body, values of several types, keys of the reader's own.
import { createBody } from "./body.js";
import { createEntries } from "./entries.js";
import { createUnion } from "./union.js";

export const complex = { createBody, createEntries, createUnion };
