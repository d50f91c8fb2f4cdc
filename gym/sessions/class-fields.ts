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

/* Types, lists and empty values of classes, as the table of their fields says. */

type Fields = typeof CLASS_FIELDS;
export type ClassField = keyof Fields;
export type NumberField = keyof typeof CLASS_NUMBERS;

type ValueOf<Field extends Stored> =
  | (Field extends { readonly isFlag: true }
      ? boolean
      : Field['sqlite'] extends `TEXT${string}`
        ? string
        : number)
  | (Field['sqlite'] extends `${string} NOT NULL` ? never : null);

/** All fields with their values. */
export type ClassValues = { readonly [Name in ClassField]: ValueOf<Fields[Name]> };

export type ClassNumbers = Pick<ClassValues, NumberField>;
/** The columns of imports that numbers are read from. */
export type NumberColumn = Fields[NumberField]['imported']['field'];

/** Fields of a class after all sources are merged. */
export type MergedField = {
  [Name in ClassField]: Fields[Name]['merged'] extends 'no' ? never : Name;
}[ClassField];
export type MergedNumber = Extract<MergedField, NumberField>;

/** Fields of which the source is believed that said something new last, in the order of the table. */
export type NewsField = {
  [Name in ClassField]: Fields[Name]['merged'] extends 'new' | 'no' ? Name : never;
}[ClassField];

export const CLASS_FIELD_NAMES = Object.keys(CLASS_FIELDS) as readonly ClassField[];
export const NUMBER_NAMES = Object.keys(CLASS_NUMBERS) as readonly NumberField[];
export const NUMBER_COLUMNS: readonly NumberColumn[] = NUMBER_NAMES.map(
  (name) => CLASS_NUMBERS[name].imported.field,
);
export const MERGED_NAMES = CLASS_FIELD_NAMES.filter(
  (name): name is MergedField => CLASS_FIELDS[name].merged !== 'no',
);
export const MERGED_NUMBERS = NUMBER_NAMES.filter(
  (name): name is MergedNumber => CLASS_NUMBERS[name].merged !== 'no',
);
export const NEWS_FIELDS = CLASS_FIELD_NAMES.filter((name): name is NewsField =>
  ['new', 'no'].includes(CLASS_FIELDS[name].merged),
);

/** A value for each number, made from how it is declared. */
export function numbersFrom<Value>(make: (name: NumberField, imported: Imported) => Value) {
  const made = NUMBER_NAMES.map((name) => [name, make(name, CLASS_NUMBERS[name].imported)]);
  return Object.fromEntries(made) as Record<NumberField, Value>;
}

/** Of which no source says anything. */
export const NO_NUMBERS: ClassNumbers = numbersFrom(() => null);
const { noShows, ...others } = NO_NUMBERS;
/** The same of a class after all sources are merged. */
export const NO_MERGED_NUMBERS: Pick<ClassValues, MergedNumber> = others;
