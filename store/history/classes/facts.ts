/**
 * What one source says of one class, as it lies in SQLite.
 *
 * A field that an entry leaves null is not spoken of: what the source said before stands. Of everything that sources
 * may disagree on, `said` keeps the import in which this source last said something new; a value that is only repeated
 * is no news, or two feeds would overrule each other for ever.
 */

import type { ScheduleEntry } from '../../../gym/schedule/entry.ts';

/** Fields in which the source that spoke last is believed, in the order of `said`. */
export const NEWS_FIELDS = [
  'isCancelled',
  'capacity',
  'booked',
  'checkedIn',
  'noShows',
  'lateCancels',
  'waitlisted',
  'revenueMilli',
] as const;

export type NewsField = (typeof NEWS_FIELDS)[number];
type NumberField = Exclude<NewsField, 'isCancelled'>;

export interface Fact extends Readonly<Record<NumberField, number | null>> {
  readonly sourceKey: number;
  readonly sourceId: string;
  readonly externalId: string;
  readonly classKey: number;
  /** Number of the import in which the source first spoke of the class. */
  readonly since: number;
  readonly startsUtcMs: number;
  readonly endsUtcMs: number;
  readonly name: string;
  readonly trainerId: string | null;
  readonly isSubstitute: boolean;
  readonly room: string | null;
  /** Null while the source has never said that the class is cancelled: most do not know. */
  readonly isCancelled: boolean | null;
  /** Numbers of imports, by the place in {@link NEWS_FIELDS}; null where nothing was said. */
  readonly said: readonly (number | null)[];
}

/** Who speaks, when, and of which class. */
export interface Speaker extends Pick<Fact, 'sourceKey' | 'sourceId' | 'classKey' | 'trainerId'> {
  /** Number of the present import. */
  readonly turn: number;
}

/** The fact after `entry` was heard; `before` itself where it says nothing new. */
export function hear(before: Fact | null, entry: ScheduleEntry, speaker: Speaker): Fact {
  const { turn, ...who } = speaker;
  const news = { ...entry, isCancelled: cancelledBy(before, entry) };
  const after: Fact = {
    ...who,
    externalId: entry.externalId,
    since: before?.since ?? turn,
    startsUtcMs: entry.startsUtcMs,
    endsUtcMs: entry.endsUtcMs,
    name: entry.name,
    trainerId: who.trainerId ?? before?.trainerId ?? null,
    isSubstitute: entry.isSubstitute || (entry.trainer === null && before?.isSubstitute === true),
    room: entry.room ?? before?.room ?? null,
    isCancelled: news.isCancelled ?? before?.isCancelled ?? null,
    capacity: entry.capacity ?? before?.capacity ?? null,
    booked: entry.booked ?? before?.booked ?? null,
    checkedIn: entry.checkedIn ?? before?.checkedIn ?? null,
    noShows: entry.noShows ?? before?.noShows ?? null,
    lateCancels: entry.lateCancels ?? before?.lateCancels ?? null,
    waitlisted: entry.waitlisted ?? before?.waitlisted ?? null,
    revenueMilli: entry.revenueMilli ?? before?.revenueMilli ?? null,
    said: NEWS_FIELDS.map((field, at) => {
      const isNews = news[field] !== null && news[field] !== (before?.[field] ?? null);
      return isNews ? turn : (before?.said[at] ?? null);
    }),
  };
  return before !== null && saysTheSame(before, after) ? before : after;
}

/** As the rows of the two would tell, without the text that a row makes of `said`. */
function saysTheSame(before: Fact, after: Fact): boolean {
  const fields = Object.keys(after) as (keyof Fact)[];
  return fields.every((field) =>
    field === 'said' ? isSame(before.said, after.said) : before[field] === after[field],
  );
}

/** "Not cancelled" is a statement only of a source that said the opposite before. */
function cancelledBy(before: Fact | null, entry: ScheduleEntry): boolean | null {
  const hasSpoken = before !== null && before.isCancelled !== null;
  return entry.isCancelled || hasSpoken ? entry.isCancelled : null;
}

/** The columns of `facts`, in the order of {@link toFactRow}. */
export const FACT_COLUMNS =
  'source, external_id, class, since, starts_utc_ms, ends_utc_ms, name, trainer, is_substitute, room, is_cancelled, capacity, booked, checked_in, no_shows, late_cancels, waitlisted, revenue_milli, said';

export type FactRow = readonly [
  sourceKey: number,
  externalId: string,
  classKey: number,
  since: number,
  startsUtcMs: number,
  endsUtcMs: number,
  name: string,
  trainerId: string | null,
  isSubstitute: 0 | 1,
  room: string | null,
  isCancelled: 0 | 1 | null,
  capacity: number | null,
  booked: number | null,
  checkedIn: number | null,
  noShows: number | null,
  lateCancels: number | null,
  waitlisted: number | null,
  revenueMilli: number | null,
  said: string,
];

export function toFactRow(fact: Fact): FactRow {
  return [
    fact.sourceKey,
    fact.externalId,
    fact.classKey,
    fact.since,
    fact.startsUtcMs,
    fact.endsUtcMs,
    fact.name,
    fact.trainerId,
    fact.isSubstitute ? 1 : 0,
    fact.room,
    fact.isCancelled === null ? null : fact.isCancelled ? 1 : 0,
    fact.capacity,
    fact.booked,
    fact.checkedIn,
    fact.noShows,
    fact.lateCancels,
    fact.waitlisted,
    fact.revenueMilli,
    JSON.stringify(fact.said),
  ];
}

export function fromFactRow(row: FactRow, sourceId: string): Fact {
  const [sourceKey, externalId, classKey, since, startsUtcMs, endsUtcMs, name, ...rest] = row;
  const [trainerId, isSubstitute, room, isCancelled, capacity, booked, checkedIn, ...others] = rest;
  const [noShows, lateCancels, waitlisted, revenueMilli, said] = others;
  return {
    sourceKey,
    sourceId,
    externalId,
    classKey,
    since,
    startsUtcMs,
    endsUtcMs,
    name,
    trainerId,
    isSubstitute: isSubstitute === 1,
    room,
    isCancelled: isCancelled === null ? null : isCancelled === 1,
    capacity,
    booked,
    checkedIn,
    noShows,
    lateCancels,
    waitlisted,
    revenueMilli,
    said: JSON.parse(said),
  };
}

/** Whether two rows of columns are the same. */
export function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}
