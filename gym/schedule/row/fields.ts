/** Fields of a class that a row can speak of. Their names are those of `schedule[].columns` in the configuration. */

export const FIELDS = [
  'id',
  'name',
  'trainer',
  'trainer_id',
  'room',
  'date',
  'time',
  'start',
  'weekday',
  'from',
  'until',
  'closed',
  'end',
  'duration',
  'capacity',
  'booked',
  'attended',
  'no_shows',
  'late_cancels',
  'waitlisted',
  'revenue',
  'status',
  'substitute',
] as const;

export type Field = (typeof FIELDS)[number];

/** What a row says, untouched: texts of a CSV, values of a JSON. A field that is not there is not spoken of. */
export type RowValues = Readonly<Partial<Record<Field, unknown>>>;
