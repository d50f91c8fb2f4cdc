/**
 * What one source says of one class, as it lies in SQLite.
 *
 * A field that an entry leaves null is not spoken of: what the source said before stands. Of everything that sources
 * may disagree on, `said` keeps the import in which this source last said something new; a value that is only repeated
 * is no news, or two feeds would overrule each other for ever.
 */

import type { ScheduleEntry } from '../../../gym/schedule/entry.ts';
import {
  CLASS_FIELDS,
  type ClassValues,
  MERGED_NAMES,
  type MergedField,
  NEWS_FIELDS,
  type NewsField,
} from '../../../gym/sessions/class-fields.ts';
import { type Column, columnsOf, makerOf } from './rows.ts';

export interface Fact extends Omit<ClassValues, 'isCancelled'> {
  readonly sourceKey: number;
  readonly sourceId: string;
  readonly externalId: string;
  readonly classId: string;
  /** Number of the import in which the source first spoke of the class. */
  readonly since: number;
  /** Null while the source has never said that the class is cancelled: most do not know. */
  readonly isCancelled: boolean | null;
  /** Numbers of imports, by the place in {@link NEWS_FIELDS}; null where nothing was said. */
  readonly said: readonly (number | null)[];
}

/** Who speaks, when, and of which class. */
export interface Speaker extends Pick<Fact, 'sourceKey' | 'sourceId' | 'classId' | 'trainerId'> {
  /** Number of the present import. */
  readonly turn: number;
}

/** The fact after `entry` is applied; `before` itself where it says nothing new. */
export function applyEntry(before: Fact | null, entry: ScheduleEntry, speaker: Speaker): Fact {
  const { turn, sourceKey, sourceId, classId, trainerId } = speaker;
  const isCancelled = cancelledBy(before, entry);
  const wordOn = (field: NewsField) => (field === 'isCancelled' ? isCancelled : entry[field]);
  const values: Partial<Fact> = {
    sourceKey,
    sourceId,
    classId,
    externalId: entry.externalId,
    since: before?.since ?? turn,
    startsUtcMs: entry.startsUtcMs,
    endsUtcMs: entry.endsUtcMs,
    name: entry.name,
    trainerId: trainerId ?? before?.trainerId ?? null,
    isSubstitute: entry.isSubstitute || (entry.trainer === null && before?.isSubstitute === true),
    room: entry.room ?? before?.room ?? null,
    said: NEWS_FIELDS.map((field, at) => {
      const word = wordOn(field);
      return word !== null && word !== (before?.[field] ?? null)
        ? turn
        : (before?.said[at] ?? null);
    }),
  };
  const after = makeFact((name) =>
    name in values ? values[name] : (wordOn(name as NewsField) ?? before?.[name] ?? null),
  );
  return before !== null && saysTheSame(before, after) ? before : after;
}

const saysTheSame = (before: Fact, after: Fact) =>
  FACT_NAMES.every((name) => name === 'said' || before[name] === after[name]) &&
  after.said.every((turn, at) => turn === before.said[at]);

/** "Not cancelled" is a statement only of a source that said the opposite before. */
function cancelledBy(before: Fact | null, entry: ScheduleEntry): boolean | null {
  const hasSpoken = before !== null && before.isCancelled !== null;
  return entry.isCancelled || hasSpoken ? entry.isCancelled : null;
}

const FIELDS = {
  sourceKey: { column: 'source' },
  externalId: { column: 'external_id' },
  classId: { column: 'class' },
  since: { column: 'since' },
  ...(CLASS_FIELDS as Readonly<Record<keyof ClassValues, Column>>),
  said: { column: 'said', isJson: true },
};
const FACT_NAMES = [...(Object.keys(FIELDS) as (keyof typeof FIELDS)[]), 'sourceId'] as const;
const makeFact = makerOf<Fact>(FACT_NAMES);

/** The rows of `facts`: all but the id of the source. */
export const FACT_ROWS = columnsOf(FIELDS);

/*
 * What several sources say, as one class.
 *
 * Name and time are those of the source that was first; trainer and room of the first that names one. In numbers and in
 * whether it is cancelled, the source is believed that last said something new.
 */

/** A class as it lies in `classes`: all but what was found out about who was there. */
export interface MergedClass extends Pick<ClassValues, MergedField> {
  readonly id: string;
  readonly gymId: string;
  /** The source that named the room, else the first: whose mapping of room names applies. */
  readonly sourceId: string;
}

/** @param facts of one class; null where there are none: no one speaks of it any more. */
export function merge(known: Pick<MergedClass, 'id' | 'gymId'>, facts: readonly Fact[]) {
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
const arrived = (booked: number | null, noShows: number | null) =>
  booked === null || noShows === null ? null : Math.max(0, booked - noShows);

/** What the fact says that last said something new; of two in one import the later one in order. */
function newest<Field extends NewsField>(facts: readonly Fact[], field: Field): Fact[Field] | null {
  const at = NEWS_FIELDS.indexOf(field);
  let value: Fact[Field] | null = null;
  let turn = -1;
  for (const fact of facts) {
    const turnSaid = fact.said[at] ?? null;
    if (turnSaid !== null && turnSaid >= turn) {
      turn = turnSaid;
      value = fact[field];
    }
  }
  return value;
}

export const CLASS_NAMES = ['id', 'gymId', 'sourceId', ...MERGED_NAMES] as const;
const makeClass = makerOf<MergedClass>(CLASS_NAMES);

/** The rows of `classes`. */
export const CLASS_ROWS = columnsOf({
  id: { column: 'id' },
  gymId: { column: 'gym' },
  sourceId: { column: 'source' },
  ...Object.fromEntries(MERGED_NAMES.map((name) => [name, CLASS_FIELDS[name]])),
});

/** Whether two classes have the same row. */
export const isSameClass = (one: MergedClass, other: MergedClass) =>
  CLASS_NAMES.every((name) => one[name] === other[name]);
