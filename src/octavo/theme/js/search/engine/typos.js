// Words that a mistyped one may have been meant as.

const MOST = 4;

/** How many typos are allowed in a word: one from four letters on, two from eight. @param {string} word */
export function countAllowedSlips(word) {
  if (/\d/.test(word)) return 0;
  return word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
}

/** The words nearest to one, best first, with the number of typos. @param {string} word @param {Iterable<string>} words
 * @param {boolean} isOpen Whether the word may not be finished. @returns {{term: string, slips: number}[]} */
export function findNearWords(word, words, isOpen) {
  const allowed = countAllowedSlips(word);
  if (!allowed) return [];
  const near = [];
  for (const term of words) {
    if (!mayBegin(word, term) || term.length < word.length - allowed) continue;
    // A word that is being typed is compared with the beginning of longer ones.
    const isLonger = term.length > word.length + allowed;
    if (isLonger && !isOpen) continue;
    const slips = countSlips(word, isLonger ? term.slice(0, word.length) : term, allowed);
    if (slips <= allowed) near.push({ term, slips: isLonger ? slips + 0.5 : slips });
  }
  near.sort((one, other) => one.slips - other.slips || Math.abs(one.term.length - word.length) - Math.abs(other.term.length - word.length));
  return near.slice(0, MOST);
}

/** Whether two words begin alike, except for one typo. @param {string} word @param {string} term */
function mayBegin(word, term) {
  return word[0] === term[0] || (word[0] === term[1] && (word[1] === term[0] || word[1] === term[2])) || word[1] === term[0];
}

/** The typos between two words: letters that are wrong, missing, too many, or swapped; stops beyond `most`.
 * @param {string} one @param {string} other @param {number} most @returns {number} */
export function countSlips(one, other, most) {
  /** @type {any} Rows of numbers: each column has one. */
  let before = [];
  /** @type {any} */
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    /** @type {any} */
    const current = [row];
    let least = row;
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      let slips = Math.min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1));
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        slips = Math.min(slips, before[column - 2] + 1);
      }
      current.push(slips);
      least = Math.min(least, slips);
    }
    if (least > most) return most + 1;
    before = last;
    last = current;
  }
  return last[other.length];
}
