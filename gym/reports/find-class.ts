/** Which class is meant by what someone wrote. */

import { distance } from 'fastest-levenshtein';
import { foldName } from '../sessions/fold-name.ts';
import type { ClassSession } from '../sessions/session.ts';
import type { GymView } from '../sessions/view.ts';
import { byText, inOrder, lowestFirst } from './order.ts';
import { type ClassSeries, seriesOf } from './series.ts';

export type ClassMatch =
  /** `classId` where one weekday, time and room was meant; null is every class of the name. */
  | { readonly kind: 'one'; readonly name: string; readonly classId: string | null }
  /** At most 5 names, nearest first. */
  | { readonly kind: 'none'; readonly nearest: readonly string[] }
  /** Names that have the text in them, by the alphabet. */
  | { readonly kind: 'several'; readonly names: readonly string[] };

interface KnownName {
  readonly name: string;
  /** Folded, words apart by one space, one before and one after. */
  readonly words: string;
}

const MAX_NEAREST = 5;
const names = new WeakMap<readonly ClassSeries[], readonly KnownName[]>();

/** Names of all classes of the view, by the alphabet; of several spellings the newest. */
export function classNames(view: GymView): readonly string[] {
  return namesOf(view).map(({ name }) => name);
}

/**
 * Finds by id first, then by the whole name, then by words of it, then by the begin of a word; case, accents, spaces and
 * signs do not matter. O(classes).
 */
export function findClass(view: GymView, text: string): ClassMatch {
  const series = seriesOf(view).find(({ classId }) => classId === text);
  if (series !== undefined) return { kind: 'one', name: series.name, classId: series.classId };
  const known = namesOf(view);
  const wanted = wordsOf(text);
  if (wanted.trim() === '') return { kind: 'none', nearest: [] };
  const exact = known.find(({ words }) => words === wanted);
  if (exact !== undefined) return { kind: 'one', name: exact.name, classId: null };
  const worded = known.filter(({ words }) => words.includes(wanted));
  const found =
    worded.length > 0 ? worded : known.filter(({ words }) => words.includes(wanted.trimEnd()));
  const [only] = found;
  if (only !== undefined && found.length === 1) {
    return { kind: 'one', name: only.name, classId: null };
  }
  if (found.length > 1) return { kind: 'several', names: found.map(({ name }) => name) };
  return { kind: 'none', nearest: nearestTo(wanted, known) };
}

function namesOf(view: GymView): readonly KnownName[] {
  const all = seriesOf(view);
  const kept = names.get(all);
  if (kept !== undefined) return kept;
  const newest = new Map<string, { readonly name: string; readonly session: ClassSession }>();
  for (const { name, sessions } of all) {
    const session = sessions.at(-1);
    const folded = foldName(name);
    const before = newest.get(folded)?.session.startsUtcMs ?? Number.NEGATIVE_INFINITY;
    if (session !== undefined && session.startsUtcMs > before)
      newest.set(folded, { name, session });
  }
  const made = [...newest.values()]
    .map(({ name }) => ({ name, words: wordsOf(name) }))
    .sort(byText(({ name }) => name));
  names.set(all, made);
  return made;
}

/** ` hot yoga 60 ` of `Hot-Yoga (60)`; `Spin & Core` and `spin and core` are the same. */
function wordsOf(text: string): string {
  const words = foldName(text).match(/[\p{Letter}\p{Number}]+/gu) ?? [];
  return ` ${words.filter((word) => word !== 'and').join(' ')} `;
}

/** By edits to the whole name or to one word of it. */
function nearestTo(wanted: string, known: readonly KnownName[]): string[] {
  const text = wanted.trim();
  return known
    .map(({ name, words }) => {
      const whole = words.trim();
      const edits = [whole, ...whole.split(' ')].map((word) => distance(text, word));
      return { name, edits: Math.min(...edits) };
    })
    .sort(
      inOrder(
        lowestFirst(({ edits }) => edits),
        byText(({ name }) => name),
      ),
    )
    .slice(0, MAX_NEAREST)
    .map(({ name }) => name);
}
