/**
 * The fields of a class that imports say, the history stores and reports read. Each is declared here once; rows, column
 * lists, merging, exports and the types of a class are made from this table. A new one is a column of `class_versions` and
 * `fact_versions` too, which a step of the schema adds.
 */

import type { ScheduleField } from '../../config/sections/gym/schedule-fields.ts';

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
  /** What exports call it besides, normalised (see `schedule/row/text.ts`), best first. */
  readonly synonyms: readonly string[];
}

const FACTS = {
  startsUtcMs: { column: 'starts_utc_ms', sqlite: 'INTEGER NOT NULL', merged: 'first' },
  /** Always after `startsUtcMs`. */
  endsUtcMs: { column: 'ends_utc_ms', sqlite: 'INTEGER NOT NULL', merged: 'first' },
  name: { column: 'name', sqlite: 'TEXT NOT NULL', merged: 'first' },
  trainerId: { column: 'trainer', sqlite: 'TEXT', merged: 'trainer' },
  /** Whether the trainer stands in for another. */
  isSubstitute: {
    column: 'is_substitute',
    sqlite: 'INTEGER NOT NULL',
    isFlag: true,
    merged: 'trainer',
  },
  /** As the source writes it. */
  room: { column: 'room', sqlite: 'TEXT', merged: 'room' },
  isCancelled: {
    column: 'is_cancelled',
    sqlite: 'INTEGER NOT NULL',
    isFlag: true,
    merged: 'new',
  },
} as const satisfies Record<string, Stored>;

/** Numbers of people and money; null where no source says them. */
export const CLASS_NUMBERS = {
  /** Places, 1... */
  capacity: {
    column: 'capacity',
    sqlite: 'INTEGER',
    merged: 'new',
    imported: {
      field: 'capacity',
      holds: 'people',
      label: 'Capacity',
      synonyms: [
        'capacity',
        'maxcapacity',
        'classcapacity',
        'maximumattendeecapacity',
        'userslimit',
        'spots',
        'totalspots',
        'spaces',
        'places',
        'limit',
        'max',
        'kapazitat',
        'platze',
        'classlimit',
        'classsize',
        'maxattendees',
        'maxparticipants',
      ],
    },
  },
  /** Bookings standing at the start, late cancels excluded. */
  booked: {
    column: 'booked',
    sqlite: 'INTEGER',
    merged: 'new',
    imported: {
      field: 'booked',
      holds: 'people',
      label: 'Booked',
      synonyms: [
        'booked',
        'totalbooked',
        'bookings',
        'totalbookings',
        'bookingcount',
        'bookedcount',
        'reserved',
        'reservations',
        'spotsbooked',
        'useractive',
        'attending',
        'attendingcount',
        'signups',
        'registered',
        'registrations',
        'enrolled',
        'bookedcapacity',
        'attendeessize',
        'gebucht',
      ],
    },
  },
  /** People the booking system saw arrive. */
  checkedIn: {
    column: 'checked_in',
    sqlite: 'INTEGER',
    merged: 'new',
    imported: {
      field: 'attended',
      holds: 'people',
      label: 'Attended',
      synonyms: [
        'attended',
        'checkins',
        'checkedin',
        'checkin',
        'checkincount',
        'totalcheckins',
        'signedin',
        'signins',
        'totalsignedin',
        'userpresent',
        'present',
        'attendance',
        'visits',
        'showed',
      ],
    },
  },
  /** People who booked and stayed away, where a source counts them instead of those who came. */
  noShows: {
    column: 'no_shows',
    sqlite: 'INTEGER',
    merged: 'no',
    imported: {
      field: 'no_shows',
      holds: 'people',
      label: 'No-shows',
      synonyms: ['noshows', 'noshow', 'noshowed', 'noshowcount', 'absent'],
    },
  },
  lateCancels: {
    column: 'late_cancels',
    sqlite: 'INTEGER',
    merged: 'new',
    imported: {
      field: 'late_cancels',
      holds: 'people',
      label: 'Late cancels',
      synonyms: [
        'latecancels',
        'latecancel',
        'latecancelled',
        'latecanceled',
        'latecancellations',
        'latecancellation',
        'latecancelcount',
      ],
    },
  },
  waitlisted: {
    column: 'waitlisted',
    sqlite: 'INTEGER',
    merged: 'new',
    imported: {
      field: 'waitlisted',
      holds: 'people',
      label: 'Waitlisted',
      synonyms: [
        'waitlisted',
        'waitlist',
        'waitlistcount',
        'waitlistbookingcount',
        'waitlistsize',
        'waitingcount',
        'totalbookedwaitlist',
        'onwaitlist',
        'waitinglist',
        'waiting',
      ],
    },
  },
  /** What the class earned as imported, thousandths of the currency's unit. */
  revenueMilli: {
    column: 'revenue_milli',
    sqlite: 'INTEGER',
    merged: 'new',
    imported: {
      field: 'revenue',
      holds: 'money',
      label: 'Revenue',
      synonyms: [
        'revenue',
        'totalrevenue',
        'classrevenue',
        'attributedrevenue',
        'revenueperclass',
        'income',
        'earnings',
        'umsatz',
      ],
    },
  },
} as const satisfies Record<string, Stored & { readonly imported: Imported }>;

export const CLASS_FIELDS = { ...FACTS, ...CLASS_NUMBERS } as const;
