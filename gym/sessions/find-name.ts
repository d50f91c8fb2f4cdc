/** Who or what somebody means by a name: trainers, rooms, classes. */

import { distance } from 'fastest-levenshtein';
import { byText, inOrder } from '../reports/order.ts';
import { foldName } from './fold-name.ts';

export interface KnownName {
  readonly id: string;
  readonly name: string;
}

export type NameMatch<Known> =
  | { readonly kind: 'one'; readonly found: Known }
  /** At most 5, nearest first. */
  | { readonly kind: 'none'; readonly nearest: readonly Known[] }
  /** All that share the name or the words, by name and then id. */
  | { readonly kind: 'several'; readonly among: readonly Known[] };

const MAX_NEAREST = 5;

/**
 * Finds by id first, then by the whole name, in either order of its words, then by words that stand together in it, such as
 * the first name. Case, accents, spaces and signs do not matter.
 */
export function findName<Known extends KnownName>(
  known: readonly Known[],
  text: string,
): NameMatch<Known> {
  const folded = foldName(text);
  const words = wordsOf(text);
  const byId =
    known.find(({ id }) => id === text) ?? known.find(({ id }) => foldName(id) === folded);
  if (byId !== undefined) return { kind: 'one', found: byId };
  const tests: readonly ((name: string) => boolean)[] = [
    (name) => foldName(name) === folded,
    (name) => wordsOf(name).toSorted().join(' ') === words.toSorted().join(' '),
    (name) => ` ${wordsOf(name).join(' ')} `.includes(` ${words.join(' ')} `),
  ];
  // A text of signs alone has no words to look for.
  for (const test of words.length === 0 ? tests.slice(0, 1) : tests) {
    const among = known.filter(({ name }) => test(name));
    const [only] = among;
    if (only !== undefined && among.length === 1) return { kind: 'one', found: only };
    if (among.length > 1) return { kind: 'several', among: among.toSorted(byName) };
  }
  return { kind: 'none', nearest: nearestNames(known, text) };
}

/** `hot`, `yoga`, `60` of `Hot-Yoga (60)`; `Spin & Core` and `spin and core` are the same. */
export function wordsOf(text: string): readonly string[] {
  const words = foldName(text).match(/[\p{Letter}\p{Number}]+/gu) ?? [];
  return words.filter((word) => word !== 'and');
}

/** By edits to the whole name, the id or one word of the name, at most 5. */
export function nearestNames<Known extends KnownName>(
  known: readonly Known[],
  text: string,
): readonly Known[] {
  const wanted = foldName(text);
  const measured = known.map((one) => {
    const texts = [foldName(one.name), foldName(one.id), ...wordsOf(one.name)];
    return { one, edits: Math.min(...texts.map((word) => distance(wanted, word))) };
  });
  measured.sort((a, b) => a.edits - b.edits || byName(a.one, b.one));
  return measured.slice(0, MAX_NEAREST).map(({ one }) => one);
}

const byName = inOrder<KnownName>(
  byText(({ name }) => name),
  byText(({ id }) => id),
);
