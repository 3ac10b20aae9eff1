// What only some forms need: a body, values of several types.
import { createBody } from "./body.js";
import { createUnion } from "./union.js";

export const complex = { createBody, createUnion };
