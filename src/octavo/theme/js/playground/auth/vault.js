// Credentials, by the origin that they are for. They are in memory only, unless the reader asks to
// keep them; then in this tab, until it is closed.
import { recall, remember } from "../../shared/storage.js";

/**
 * @typedef {object} Entry
 * @property {string | {username: string, password: string}} value
 * @property {import("./oauth/protocol.js").Token} [token] Where the value is one that a provider gave.
 */

const KEY = "octavo-credentials";

/** @type {Map<string, Map<string, Entry>>} */
const entries = read();
let isKept = entries.size > 0;

function read() {
  const memory = recall("sessionStorage", KEY);
  if (!Array.isArray(memory)) return new Map();
  return new Map(memory.map(([origin, own]) => [origin, new Map(own)]));
}

function write() {
  remember("sessionStorage", KEY, isKept ? [...entries].map(([origin, own]) => [origin, [...own]]) : null);
}

export const vault = {
  /** @param {string} origin @param {string} key */
  get: (origin, key) => entries.get(origin)?.get(key),

  /** @param {string} origin @param {string} key @param {Entry | undefined} entry */
  set: (origin, key, entry) => {
    const own = entries.get(origin) ?? new Map();
    if (entry) entries.set(origin, own.set(key, entry));
    else own.delete(key);
    if (isKept) write();
  },

  /** Whether credentials are held for an origin other than this. @param {string} origin */
  hasOthers: (origin) => [...entries].some(([other, own]) => other !== origin && own.size > 0),

  isKept: () => isKept,

  /** @param {boolean} wanted */
  keep: (wanted) => {
    isKept = wanted;
    write();
  },

  forget: () => {
    entries.clear();
    write();
  },
};
