/** Fields of a class that a row of an import can speak of, under the names that `schedule[].columns` has for them. */

export const SCHEDULE_FIELDS = [
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

export type ScheduleField = (typeof SCHEDULE_FIELDS)[number];
