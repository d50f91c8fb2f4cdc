/** Body of `GET /v1/trainers/{trainer}`: a trainer over a day or a week. */

import { type Static, Type } from 'typebox';
import {
  attendanceBasis,
  average,
  closed,
  count,
  date,
  difference,
  HEAD,
  noShowsBasis,
  people,
  rate,
  TRAINER,
  words,
} from './field.ts';
import { gradedClasses, sessions } from './session.ts';

const PREVIOUS = Type.Object(
  {
    from: date('First day.'),
    to: date('Last day.'),
    fill_rate: rate('Fill of that time.'),
    rated_classes: count('The n of `fill_rate`.'),
    change: difference('`fill_rate` of the period minus that of this earlier one.'),
  },
  { ...closed, title: 'PreviousPeriod', description: 'The same number of days just before.' },
);

export const TRAINER_REPORT = Type.Object(
  {
    ...HEAD,
    trainer: TRAINER,
    period: words(['day', 'week'], '`day` is today, `week` the seven days that end today.'),
    from: date('First day of the period.'),
    to: date('Last day of the period: today.'),
    classes_taught: count('Classes taught, substitutions included: ended, not cancelled.'),
    cancelled_classes: count('Classes of the period that were cancelled.'),
    graded_classes: gradedClasses,
    attendance_basis: attendanceBasis,
    attended: people('In graded classes.'),
    capacity: people('Places of graded classes whose capacity is known.'),
    fill_rate: rate('Attended over capacity where both are known.'),
    rated_classes: count('The n of `fill_rate`.'),
    average_attendance: average('Of graded classes.'),
    booked: people('Bookings of classes taught.'),
    booked_classes: count('The n of `booked`.'),
    no_shows: people('Who booked and did not come.'),
    no_show_rate: rate('No-shows over the bookings of the same classes.'),
    no_shows_basis: noShowsBasis,
    no_show_classes: count('The n of `no_shows` and `no_show_rate`.'),
    walk_ins: people('People present beyond the bookings.'),
    slot_index: difference(
      'People present ÷ people usual for a class of the same name, weekday and time: 1 is usual.',
    ),
    slot_classes: count('The n of `slot_index`: classes that could be compared.'),
    previous: PREVIOUS,
    classes: sessions('Classes of the period by start, cancelled and future ones too.'),
  },
  {
    ...closed,
    title: 'TrainerReport',
    description: 'Fill and no-shows of a trainer’s classes.',
  },
);

export type TrainerBody = Static<typeof TRAINER_REPORT>;
