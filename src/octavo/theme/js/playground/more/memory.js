// What the browser calls what it keeps: whoever opens the playground looks whether there is any.

export const HISTORY = "octavo-history";
export const ENVIRONMENTS = "octavo-environments";
