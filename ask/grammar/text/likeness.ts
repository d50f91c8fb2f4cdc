/** When a word is another one with a typing error. Strict on purpose: "Tim" is not "Tom", and "Dana" is not "Anna". */

import { distance } from 'fastest-levenshtein';

/**
 * Edits that make `typed` out of `meant`, or null where they are different words. The first letter must be right. Two
 * letters that changed places count as one edit; words of three letters may only have a letter too many or too few, or
 * two in the wrong order; from eight letters on two edits are allowed. Limits chosen here, held by the tests of names.
 */
export function editsBetween(typed: string, meant: string): number | null {
  if (typed === meant) return 0;
  if (typed[0] !== meant[0]) return null;
  const shorter = Math.min(typed.length, meant.length);
  if (shorter < 3 || Math.abs(typed.length - meant.length) > 2) return null;
  if (isSwap(typed, meant)) return 1;
  const edits = distance(typed, meant);
  if (edits === 1 && (shorter > 3 || typed.length !== meant.length)) return 1;
  return edits === 2 && shorter >= 8 ? 2 : null;
}

/** "tuseday": two neighbours in the wrong order. */
function isSwap(typed: string, meant: string): boolean {
  if (typed.length !== meant.length) return false;
  const first = [...typed].findIndex((char, i) => char !== meant[i]);
  return (
    typed[first] === meant[first + 1] &&
    typed[first + 1] === meant[first] &&
    typed.slice(first + 2) === meant.slice(first + 2)
  );
}

/** Edits over letters, at most, that still make a likeness: "Crossfit" is a little like "circuit". Chosen here. */
const MAX_UNLIKE = 0.65;

/** The candidates that are anything like a word, nearest first: for "did you mean". */
export function nearestOf<T>(
  word: string,
  candidates: readonly T[],
  wordsOf: (candidate: T) => readonly string[],
): T[] {
  const unlikeness = (known: string): number =>
    distance(word, known) / Math.max(word.length, known.length, 1);
  return candidates
    .map((candidate) => ({
      candidate,
      edits: Math.min(...wordsOf(candidate).map((known) => distance(word, known))),
      unlike: Math.min(...wordsOf(candidate).map(unlikeness)),
    }))
    .filter(({ unlike }) => unlike <= MAX_UNLIKE)
    .toSorted((a, b) => a.edits - b.edits)
    .map(({ candidate }) => candidate);
}
