/** What faults say of a value, and what was probably meant. */

import { closest, distance } from 'fastest-levenshtein';

/** `a, b or c`. */
export function oneOf(words: readonly string[]): string {
  return joined(words, 'or');
}

export function joined(words: readonly string[], last: 'and' | 'or'): string {
  const list = words.slice(0, -1).join(', ');
  return list === '' ? words.join('') : `${list} ${last} ${words.at(-1)}`;
}

/** Longest text that a fault quotes. */
const QUOTED = 60;

/** A value as a fault shows it. Texts that hold an address are not shown, wherever they stand. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a section of "key: value" lines';
  if (typeof value !== 'string') return String(value);
  if (value === '') return 'an empty text';
  if (/:\/\/|@/.test(value)) return 'a text that is not shown';
  return `"${value.length > QUOTED ? `${value.slice(0, QUOTED)}…` : value}"`;
}

/** How far a word may be from a known one, in edits a letter, to be taken for it. Chosen here: "capcity", "idel_period". */
const NEAR = 0.4;

/** The known word that was probably meant; null when none is near. */
export function nearest(word: string, known: readonly string[]): string | null {
  if (known.length === 0 || word.length > 100) return null;
  const best = closest(word, known);
  return distance(word, best) <= Math.max(1, Math.floor(best.length * NEAR)) ? best : null;
}

/** What to write in place of a word that is none of the known ones. */
export function nearestHint(
  word: string,
  known: readonly string[],
  mostListed = 8,
): { readonly hint?: string } {
  const near = nearest(word, known);
  if (near !== null) return { hint: `did you mean ${near}?` };
  return known.length <= mostListed ? { hint: `write ${oneOf(known)}` } : {};
}
