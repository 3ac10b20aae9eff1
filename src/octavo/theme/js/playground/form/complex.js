// What only some forms need: a body, values of several types.
import { createBody } from "./body/body-form.js";
import { createUnion } from "./inputs/union.js";

export const complex = { createBody, createUnion };
