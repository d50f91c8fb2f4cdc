/** A class as people speak of it, over a window: what the ranking and the revenue report have in common. */

import { type Static, Type } from 'typebox';
import { VERDICT_REASONS, VERDICTS } from '../verdict.ts';
import {
  attendanceBasis,
  average,
  closed,
  count,
  date,
  nullable,
  rate,
  reasons,
  TRAINER,
  words,
} from './field.ts';

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

export const WINDOW = Type.Object(
  {
    from: date('First day.'),
    to: date('Last day: today.'),
    days: count('Days, both ends included.'),
  },
  { ...closed, title: 'Window', description: 'The days that the figures cover.' },
);

export const CLASS_FACTS = {
  class_id: Type.String({ maxLength: 80, description: 'Stable over imports of the schedule.' }),
  name: Type.String(),
  weekday: words(WEEKDAYS, 'Day of the week in the gym’s zone.'),
  start_time: Type.String({ pattern: '^\\d\\d:\\d\\d$', description: 'Local time: `18:30`.' }),
  room: nullable(Type.String({ description: 'Name of the room.' })),
  trainers: Type.Array(TRAINER, {
    maxItems: 10,
    description: 'Who taught it within the window, most often first.',
  }),
  occurrences: count('Times it took place: ended, not cancelled.'),
  cancelled_occurrences: count('Times it was cancelled.'),
};

export const CLASS_FIGURES = {
  attendance_basis: attendanceBasis,
  average_attendance: average('Of graded occurrences.'),
  graded_occurrences: count('Occurrences with an attendance of grade A, B or C.'),
  fill_rate: rate('Attended over capacity where both are known.'),
  rated_occurrences: count('The n of `fill_rate`.'),
  verdict: words(
    VERDICTS,
    'The verdict on the class, by the limits in the configuration. `dead`: few come. `unprofitable`: it is not dead, but loses money most times.',
  ),
  verdict_reasons: reasons(VERDICT_REASONS, 'Codes of why'),
};

const row = Type.Object({ ...CLASS_FACTS, ...CLASS_FIGURES }, closed);

export type ClassRowBody = Static<typeof row>;
export type WindowBody = Static<typeof WINDOW>;
