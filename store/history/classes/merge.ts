/**
 * What several sources say, as one class.
 *
 * Name and time are those of the source that was first; trainer and room of the first that names one. In numbers and in
 * whether it is cancelled, the source is believed that last said something new.
 */

import { type Fact, NEWS_FIELDS, type NewsField } from './facts.ts';

/** A class as it lies in `classes`: all but what was found out about who was there. */
export interface MergedClass {
  readonly key: number;
  readonly id: string;
  readonly gymId: string;
  readonly startsUtcMs: number;
  readonly endsUtcMs: number;
  readonly name: string;
  readonly trainerId: string | null;
  readonly isSubstitute: boolean;
  readonly room: string | null;
  /** The source that named the room, else the first: whose mapping of room names applies. */
  readonly sourceId: string;
  readonly isCancelled: boolean;
  readonly capacity: number | null;
  readonly booked: number | null;
  readonly checkedIn: number | null;
  readonly lateCancels: number | null;
  readonly waitlisted: number | null;
  readonly revenueMilli: number | null;
}

/** @param facts of one class; null where there are none: nobody speaks of it any more. */
export function merge(
  known: Pick<MergedClass, 'key' | 'id' | 'gymId'>,
  facts: readonly Fact[],
): MergedClass | null {
  const inOrder = facts.toSorted(
    (one, other) => one.since - other.since || (one.externalId < other.externalId ? -1 : 1),
  );
  const [first] = inOrder;
  if (first === undefined) return null;
  const teaching = inOrder.find(({ trainerId }) => trainerId !== null) ?? first;
  const placing = inOrder.find(({ room }) => room !== null) ?? first;
  const booked = newest(inOrder, 'booked');
  return {
    ...known,
    startsUtcMs: first.startsUtcMs,
    endsUtcMs: first.endsUtcMs,
    name: first.name,
    trainerId: teaching.trainerId,
    isSubstitute: teaching.isSubstitute,
    room: placing.room,
    sourceId: placing.sourceId,
    isCancelled: newest(inOrder, 'isCancelled') ?? false,
    capacity: newest(inOrder, 'capacity'),
    booked,
    checkedIn: newest(inOrder, 'checkedIn') ?? arrived(booked, newest(inOrder, 'noShows')),
    lateCancels: newest(inOrder, 'lateCancels'),
    waitlisted: newest(inOrder, 'waitlisted'),
    revenueMilli: newest(inOrder, 'revenueMilli'),
  };
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

/** The columns of `classes`, in the order of {@link toClassRow}. */
export const CLASS_COLUMNS =
  'key, id, gym, starts_utc_ms, ends_utc_ms, name, trainer, is_substitute, room, source, is_cancelled, capacity, booked, checked_in, late_cancels, waitlisted, revenue_milli';

export type ClassRow = readonly [
  key: number,
  id: string,
  gymId: string,
  startsUtcMs: number,
  endsUtcMs: number,
  name: string,
  trainerId: string | null,
  isSubstitute: 0 | 1,
  room: string | null,
  sourceId: string,
  isCancelled: 0 | 1,
  capacity: number | null,
  booked: number | null,
  checkedIn: number | null,
  lateCancels: number | null,
  waitlisted: number | null,
  revenueMilli: number | null,
];

export function toClassRow(merged: MergedClass): ClassRow {
  return [
    merged.key,
    merged.id,
    merged.gymId,
    merged.startsUtcMs,
    merged.endsUtcMs,
    merged.name,
    merged.trainerId,
    merged.isSubstitute ? 1 : 0,
    merged.room,
    merged.sourceId,
    merged.isCancelled ? 1 : 0,
    merged.capacity,
    merged.booked,
    merged.checkedIn,
    merged.lateCancels,
    merged.waitlisted,
    merged.revenueMilli,
  ];
}

export function fromClassRow(row: ClassRow): MergedClass {
  const [key, id, gymId, startsUtcMs, endsUtcMs, name, trainerId, isSubstitute, ...rest] = row;
  const [room, sourceId, isCancelled, capacity, booked, checkedIn, ...others] = rest;
  const [lateCancels, waitlisted, revenueMilli] = others;
  return {
    key,
    id,
    gymId,
    startsUtcMs,
    endsUtcMs,
    name,
    trainerId,
    isSubstitute: isSubstitute === 1,
    room,
    sourceId,
    isCancelled: isCancelled === 1,
    capacity,
    booked,
    checkedIn,
    lateCancels,
    waitlisted,
    revenueMilli,
  };
}
