/**
 * What several sources say, as one class.
 *
 * Name and time are those of the source that was first; trainer and room of the first that names one. In numbers and in
 * whether it is cancelled, the source is believed that last said something new.
 */

import {
  CLASS_FIELDS,
  type ClassValues,
  MERGED_NAMES,
  type MergedField,
  NEWS_FIELDS,
  type NewsField,
} from '../../../gym/sessions/class-fields.ts';
import type { Fact } from './facts.ts';
import { makerOf, rowsOf } from './rows.ts';

/** A class as it lies in `classes`: all but what was found out about who was there. */
export interface MergedClass extends Pick<ClassValues, MergedField> {
  readonly id: string;
  readonly gymId: string;
  /** The source that named the room, else the first: whose mapping of room names applies. */
  readonly sourceId: string;
}

/** @param facts of one class; null where there are none: no one speaks of it any more. */
export function merge(
  known: Pick<MergedClass, 'id' | 'gymId'>,
  facts: readonly Fact[],
): MergedClass | null {
  const inOrder = facts.toSorted(
    (one, other) => one.since - other.since || (one.externalId < other.externalId ? -1 : 1),
  );
  const [first] = inOrder;
  if (first === undefined) return null;
  const believed = {
    first,
    trainer: inOrder.find(({ trainerId }) => trainerId !== null) ?? first,
    room: inOrder.find(({ room }) => room !== null) ?? first,
  };
  const word = (name: MergedField) => {
    const { merged } = CLASS_FIELDS[name];
    return merged === 'new' ? newest(inOrder, name as NewsField) : believed[merged][name];
  };
  return makeClass((name) => {
    if (name === 'id' || name === 'gymId') return known[name];
    if (name === 'sourceId') return believed.room.sourceId;
    if (name === 'isCancelled') return word(name) ?? false;
    if (name !== 'checkedIn') return word(name);
    return word(name) ?? arrived(newest(inOrder, 'booked'), newest(inOrder, 'noShows'));
  });
}

/** A list of those who stayed away is a list of those who came, turned around. */
function arrived(booked: number | null, noShows: number | null): number | null {
  return booked === null || noShows === null ? null : Math.max(0, booked - noShows);
}

/** What the fact says that last said something new; of two in one import the later one in order. */
function newest<Field extends NewsField>(facts: readonly Fact[], field: Field): Fact[Field] | null {
  const at = NEWS_FIELDS.indexOf(field);
  let value: Fact[Field] | null = null;
  let turn = -1;
  for (const fact of facts) {
    const said = fact.said[at] ?? null;
    if (said !== null && said >= turn) {
      turn = said;
      value = fact[field];
    }
  }
  return value;
}

const makeClass = makerOf<MergedClass>(['id', 'gymId', 'sourceId', ...MERGED_NAMES]);

const OF_FIELDS = Object.fromEntries(
  MERGED_NAMES.map((name) => [name, CLASS_FIELDS[name]]),
) as Pick<typeof CLASS_FIELDS, MergedField>;

/** The rows of `classes`. */
export const CLASS_ROWS = rowsOf<MergedClass>({
  id: { column: 'id' },
  gymId: { column: 'gym' },
  sourceId: { column: 'source' },
  ...OF_FIELDS,
});
