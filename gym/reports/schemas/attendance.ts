/** Figures over classes of a range of dates, and the body of how many people came on each of them. */

import { type Static, Type } from 'typebox';
import {
  attendanceBasis,
  average,
  closed,
  count,
  date,
  HEAD,
  noShowsBasis,
  people,
  rate,
} from './field.ts';
import { gradedClasses } from './session.ts';

/** Figures over classes that took place, in the words of the trainer's report. */
export const FIGURES = {
  attendance_basis: attendanceBasis,
  graded_classes: gradedClasses,
  attended: people('In graded classes.'),
  average_attendance: average('Of graded classes.'),
  capacity: people('Places of graded classes whose capacity is known.'),
  fill_rate: rate('Attended over capacity where both are known.'),
  rated_classes: count('The n of `fill_rate` and `capacity`.'),
  booked: people('Bookings of classes that took place.'),
  booked_classes: count('The n of `booked`.'),
  no_shows: people('Who booked and did not come.'),
  no_show_rate: rate('No-shows over the bookings of the same classes.'),
  no_shows_basis: noShowsBasis,
  no_show_classes: count('The n of `no_shows` and `no_show_rate`.'),
  walk_ins: people('People present beyond the bookings.'),
};

/** Classes and the figures of those that took place. */
export const CLASSES = {
  total_classes: count('Classes, cancelled and future ones too.'),
  completed_classes: count('Of these, ended and not cancelled.'),
  cancelled_classes: count('Of these, cancelled.'),
  ...FIGURES,
};

/** The dates of a report. */
export const RANGE = {
  from: date('First day.'),
  to: date('Last day, included.'),
};

const DAY = Type.Object(
  { date: date('The day.'), ...CLASSES },
  {
    ...closed,
    title: 'AttendanceDay',
    description: 'One date. Its basis is that of its own classes.',
  },
);

export const ATTENDANCE = Type.Object(
  {
    ...HEAD,
    ...RANGE,
    ...CLASSES,
    days: Type.Array(DAY, {
      maxItems: 42,
      description: 'Each date of the range, those without classes too; the last 42.',
    }),
  },
  {
    ...closed,
    title: 'Attendance',
    description: 'How many people came over a range of dates, and on each.',
  },
);

export type AttendanceBody = Static<typeof ATTENDANCE>;

const figures = Type.Object(FIGURES, closed);
const classes = Type.Object(CLASSES, closed);

export type FiguresBody = Static<typeof figures>;
export type ClassesBody = Static<typeof classes>;
