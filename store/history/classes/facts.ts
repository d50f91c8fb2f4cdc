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
  NEWS_FIELDS,
  type NewsField,
} from '../../../gym/sessions/class-fields.ts';
import { type Column, isSame, makerOf, type Row, rowsOf } from './rows.ts';

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
    ...{ sourceKey, sourceId, classId, externalId: entry.externalId },
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

/** As the rows of the two would tell, without the text that a row makes of `said`. */
function saysTheSame(before: Fact, after: Fact): boolean {
  return FACT_NAMES.every((field) =>
    field === 'said' ? isSame(before.said, after.said) : before[field] === after[field],
  );
}

/** "Not cancelled" is a statement only of a source that said the opposite before. */
function cancelledBy(before: Fact | null, entry: ScheduleEntry): boolean | null {
  const hasSpoken = before !== null && before.isCancelled !== null;
  return entry.isCancelled || hasSpoken ? entry.isCancelled : null;
}

type StoredFact = Omit<Fact, 'sourceId' | 'said'> & { readonly said: string };

const TABLE: Readonly<Record<keyof StoredFact, Column>> = {
  sourceKey: { column: 'source' },
  externalId: { column: 'external_id' },
  classId: { column: 'class' },
  since: { column: 'since' },
  ...(CLASS_FIELDS as Readonly<Record<keyof ClassValues, Column>>),
  said: { column: 'said' },
};
const ROWS = rowsOf<StoredFact>(TABLE);
const FACT_NAMES = [...(Object.keys(TABLE) as (keyof StoredFact)[]), 'sourceId'] as const;
const makeFact = makerOf<Fact>(FACT_NAMES);

/** The columns of `facts`, in the order of {@link toFactRow}. */
export const FACT_COLUMNS = ROWS.columns;

export function toFactRow({ sourceId, said, ...fact }: Fact): Row {
  return ROWS.toRow({ ...fact, said: JSON.stringify(said) });
}

export function fromFactRow(row: Row, sourceId: string): Fact {
  const fact = ROWS.fromRow(row);
  const said = JSON.parse(fact.said);
  return makeFact((name) => {
    if (name === 'sourceId') return sourceId;
    return name === 'said' ? said : fact[name];
  });
}
