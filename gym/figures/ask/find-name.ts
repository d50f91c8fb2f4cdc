/** Which of several known names somebody means: classes, rooms and classes of the week. */

import { distance } from 'fastest-levenshtein';
import { byText } from '../../reports/order.ts';
import { foldName } from '../../sessions/fold-name.ts';

export interface KnownName {
  /** What is understood by it: an id, or the name itself. */
  readonly value: string;
  readonly name: string;
}

export type NameMatch =
  | { readonly kind: 'one'; readonly value: string }
  /** At most 5, nearest first. */
  | { readonly kind: 'none'; readonly nearest: readonly KnownName[] }
  /** Names that have the words in them, at most 20. */
  | { readonly kind: 'several'; readonly among: readonly KnownName[] };

const MAX_NEAREST = 5;
const MAX_SEVERAL = 20;

/** Finds by id first, then by the whole name, then by words of it; case, accents, spaces and signs do not matter. */
export function findName(known: readonly KnownName[], text: string): NameMatch {
  const byId = known.find(({ value }) => value === text);
  if (byId !== undefined) return { kind: 'one', value: byId.value };
  const wanted = wordsOf(text);
  const exact = known.filter(({ name }) => wordsOf(name) === wanted);
  const found =
    exact.length > 0 || wanted.trim() === ''
      ? exact
      : known.filter(({ name }) => wordsOf(name).includes(wanted));
  const [only] = found;
  if (only !== undefined && found.length === 1) return { kind: 'one', value: only.value };
  if (found.length > 1) {
    const among = found.toSorted(byText(({ name }) => name)).slice(0, MAX_SEVERAL);
    return { kind: 'several', among };
  }
  const measured = known.map((one) => ({
    one,
    edits: Math.min(
      ...[wordsOf(one.name).trim(), ...wordsOf(one.name).trim().split(' ')].map((word) =>
        distance(wanted.trim(), word),
      ),
    ),
  }));
  measured.sort((a, b) => a.edits - b.edits || (a.one.name < b.one.name ? -1 : 1));
  return { kind: 'none', nearest: measured.slice(0, MAX_NEAREST).map(({ one }) => one) };
}

/** ` hot yoga 60 ` of `Hot-Yoga (60)`; `Spin & Core` and `spin and core` are the same. */
function wordsOf(text: string): string {
  const words = foldName(text).match(/[\p{Letter}\p{Number}]+/gu) ?? [];
  return ` ${words.filter((word) => word !== 'and').join(' ')} `;
}
