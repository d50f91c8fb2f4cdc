/**
 * The fields of a class that imports say, the history stores and reports read. Each is declared here once; rows, column
 * lists, merging, exports and the types of a class are made from this table. A new one is a column of `class_versions` and
 * `fact_versions` too, which a step of the schema adds.
 */

import type { ScheduleField } from '../../config/schema/schedule-fields.ts';

/** How a field lies in a column of SQLite. `flag` is 0 or 1 there. */
export interface Stored {
  readonly column: string;
  readonly sqlite: 'INTEGER' | 'INTEGER NOT NULL' | 'TEXT' | 'TEXT NOT NULL';
  readonly isFlag?: true;
  /**
   * Of several sources, which one is believed: the `first` that spoke of the class, the first that names a `trainer` or a
   * `room`, or the one that said something `new` last. `no`: it serves to work out another field, and goes no further.
   */
  readonly merged: 'first' | 'trainer' | 'room' | 'new' | 'no';
}

/** How a number is read from a row of a file, and written into one. */
export interface Imported {
  readonly field: ScheduleField;
  readonly holds: 'people' | 'money';
  /** In the description of an event of a calendar. */
  readonly label: string;
}

const FLAG = { sqlite: 'INTEGER NOT NULL', isFlag: true } as const;

const FACTS = {
  startsUtcMs: { column: 'starts_utc_ms', sqlite: 'INTEGER NOT NULL', merged: 'first' },
  /** Always after `startsUtcMs`. */
  endsUtcMs: { column: 'ends_utc_ms', sqlite: 'INTEGER NOT NULL', merged: 'first' },
  name: { column: 'name', sqlite: 'TEXT NOT NULL', merged: 'first' },
  trainerId: { column: 'trainer', sqlite: 'TEXT', merged: 'trainer' },
  /** Whether the trainer stands in for another. */
  isSubstitute: { column: 'is_substitute', ...FLAG, merged: 'trainer' },
  /** As the source writes it. */
  room: { column: 'room', sqlite: 'TEXT', merged: 'room' },
  isCancelled: { column: 'is_cancelled', ...FLAG, merged: 'new' },
} as const satisfies Record<string, Stored>;

/** @param field in which files say it. */
const number = <const Column extends string, const Field extends ScheduleField>(
  column: Column,
  field: Field,
  label: string,
  holds: Imported['holds'] = 'people',
) => {
  const imported = { field, holds, label };
  return { column, sqlite: 'INTEGER', merged: 'new', imported } as const;
};

/** Numbers of people and money; null where no source says them. */
export const CLASS_NUMBERS = {
  /** Places, 1... */
  capacity: number('capacity', 'capacity', 'Capacity'),
  /** Bookings standing at the start, late cancels excluded. */
  booked: number('booked', 'booked', 'Booked'),
  /** People the booking system saw arrive. */
  checkedIn: number('checked_in', 'attended', 'Attended'),
  /** People who booked and stayed away, where a source counts them instead of those who came. */
  noShows: { ...number('no_shows', 'no_shows', 'No-shows'), merged: 'no' },
  lateCancels: number('late_cancels', 'late_cancels', 'Late cancels'),
  waitlisted: number('waitlisted', 'waitlisted', 'Waitlisted'),
  /** What the class earned as imported, thousandths of the currency's unit. */
  revenueMilli: number('revenue_milli', 'revenue', 'Revenue', 'money'),
} as const satisfies Record<string, Stored & { readonly imported: Imported }>;

export const CLASS_FIELDS = { ...FACTS, ...CLASS_NUMBERS } as const;
