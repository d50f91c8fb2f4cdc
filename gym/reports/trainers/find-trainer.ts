/** Who is meant by what someone wrote. */

import { distance } from 'fastest-levenshtein';
import { foldName } from '../../sessions/fold-name.ts';
import type { Trainer } from '../../sessions/session.ts';
import type { GymView } from '../../sessions/view.ts';
import { byText, inOrder, lowestFirst } from '../order.ts';

export type TrainerMatch =
  | { readonly kind: 'one'; readonly trainer: Trainer }
  /** At most 5, nearest first. */
  | { readonly kind: 'none'; readonly nearest: readonly Trainer[] }
  /** A name that several share, by id. */
  | { readonly kind: 'several'; readonly trainers: readonly Trainer[] };

const MAX_NEAREST = 5;

/**
 * Finds by id first, then by the whole name, in either order of its words, then by one word of it, such as the first name;
 * case, accents and spaces do not matter. O(trainers).
 */
export function findTrainer({ trainers }: Pick<GymView, 'trainers'>, text: string): TrainerMatch {
  const wanted = foldName(text);
  const byId =
    trainers.find(({ id }) => id === text) ?? trainers.find(({ id }) => foldName(id) === wanted);
  if (byId !== undefined) return { kind: 'one', trainer: byId };
  const named = trainers.filter(({ name }) => foldName(name) === wanted);
  const inWords = wordsOf(wanted);
  const turned =
    named.length > 0 ? named : trainers.filter(({ name }) => wordsOf(foldName(name)) === inWords);
  const called =
    turned.length > 0
      ? turned
      : trainers.filter(({ name }) => foldName(name).split(' ').includes(wanted));
  const [only] = called;
  if (only !== undefined && called.length === 1) return { kind: 'one', trainer: only };
  if (called.length > 1) {
    return { kind: 'several', trainers: called.toSorted(byText(({ id }) => id)) };
  }
  return { kind: 'none', nearest: nearestTo(wanted, trainers) };
}

/** The words of a name, whatever their order: `Weber, Jonas` and the id `weber-jonas` are Jonas Weber. */
function wordsOf(folded: string): string {
  return folded
    .split(/[\s,-]+/)
    .toSorted()
    .join(' ');
}

/** By edits to the whole name, the id, or one word of the name. */
function nearestTo(wanted: string, trainers: readonly Trainer[]): Trainer[] {
  return trainers
    .map((trainer) => {
      const name = foldName(trainer.name);
      const known = [name, foldName(trainer.id), ...name.split(' ')];
      return { trainer, edits: Math.min(...known.map((word) => distance(wanted, word))) };
    })
    .toSorted(
      inOrder(
        lowestFirst(({ edits }) => edits),
        byText(({ trainer }) => trainer.name),
        byText(({ trainer }) => trainer.id),
      ),
    )
    .slice(0, MAX_NEAREST)
    .map(({ trainer }) => trainer);
}
