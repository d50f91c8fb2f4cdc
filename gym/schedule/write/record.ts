/** A class as it is written into exports: the fields of the configuration, in the order of the columns. */

import { formatInstant } from '../../calendar/zone.ts';
import type { ScheduleEntry } from '../entry.ts';
import type { Field } from '../row/fields.ts';

export type WrittenRecord = Readonly<Partial<Record<Field, string | number | boolean | null>>>;

/** Times carry the offset of the gym's wall clock, so that they mean the same anywhere. Whole seconds. */
export function recordOf(entry: ScheduleEntry, timezone: string): WrittenRecord {
  return {
    id: entry.externalId,
    name: entry.name,
    trainer: entry.trainer?.name ?? null,
    trainer_id: entry.trainer?.externalId ?? null,
    substitute: entry.isSubstitute,
    room: entry.room,
    start: formatInstant(timezone, entry.startsUtcMs),
    end: formatInstant(timezone, entry.endsUtcMs),
    status: entry.isCancelled ? 'cancelled' : 'scheduled',
    capacity: entry.capacity,
    booked: entry.booked,
    attended: entry.checkedIn,
    no_shows: entry.noShows,
    late_cancels: entry.lateCancels,
    waitlisted: entry.waitlisted,
    revenue: entry.revenueMilli === null ? null : entry.revenueMilli / 1000,
  };
}
