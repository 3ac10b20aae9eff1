// Which groups of fields are open after values were filled in: in a small form all, so that the
// values are visible; in a large one those that the reader opens.

const MOST_GROUPS = 8;
const MOST_ROWS = 12;

/** Whether all groups of a value may be open together. @param {any} value */
export function isSmall(value) {
  return countGroups(value) <= MOST_GROUPS;
}

/** @param {any} value @returns {number} */
function countGroups(value) {
  if (!(value instanceof Map || Array.isArray(value))) return 0;
  return [...value.values()].reduce((count, inner) => count + countGroups(inner), value instanceof Map ? 1 : 0);
}

/** Whether a group has few rows. @param {import("../../types.js").FormSchema} schema */
export function hasFewRows({ properties = [], choice }) {
  const further = (choice?.options ?? []).map((option) => option.schema.properties?.length ?? 0);
  return properties.length + Math.max(0, ...further) <= MOST_ROWS;
}
