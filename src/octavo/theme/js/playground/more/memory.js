// The storage key: the code that opens the playground checks whether it exists.

export const HISTORY = "octavo-history";
export const ENVIRONMENTS = "octavo-environments";
