/**
 * How many people came: on one day with its classes and rooms, as `GET /v1/summary` answers, and over a range of
 * dates.
 */

import { type Static, Type } from 'typebox';
import { addDays, type CalendarDate, dayOf, formatInstant } from '../calendar/zone.ts';
import { tableOf } from '../figures/class-table.ts';
import { sumsOf } from '../figures/sums.ts';
import { attendedOf, type ClassSession, sessionFill, statusAt } from '../sessions/session.ts';
import type { GymView, RoomView } from '../sessions/view.ts';
import {
  date,
  HEAD,
  headOf,
  instant,
  list,
  nullable,
  object,
  people,
  RANGE,
  schemasOf,
  text,
  valuesOf,
  words,
} from './field.ts';
import {
  ATTENDANCE,
  CLASSES,
  classesOf,
  counted,
  FIGURES,
  figure,
  NO_SHOWS_BASIS,
  nOf,
} from './figures.ts';
import { bySchedule, byValue, inOrder } from './order.ts';
import {
  COVERAGE,
  coverageOf,
  type DateRange,
  daysIn,
  isCovered,
  todayOf,
  WINDOW_DAYS,
} from './period.ts';
import { MAX_SESSIONS, SESSION, sessionBody, sessions } from './session-row.ts';

const MAX_TOP = 3;

/** What a room says of itself. @param places what is told of its capacity. */
export const roomFields = (places: string) => ({
  room: text('Name of the room.'),
  capacity: people(places),
  occupancy: people('In the room now, without staff; known while it is `live`.'),
  updated_at: nullable(instant('When the room was last counted.')),
  state: words(
    ['live', 'stale', 'offline', 'no_camera'],
    '`live`: counted just now. `stale`: counted, but not lately. `offline`: cannot be counted now. `no_camera`: never.',
  ),
});

export function roomBody(room: RoomView, timezone: string) {
  const { name, capacity, occupancy, updatedUtcMs, state } = room;
  const updated_at = updatedUtcMs === null ? null : formatInstant(timezone, updatedUtcMs);
  return { room: name, capacity, occupancy, updated_at, state };
}

const ROOM = object('RoomNow', 'A room at `generated_at`.', roomFields('Places, as configured.'));

const DAY = {
  total_classes: counted('sessions', 'Classes of the date, cancelled ones too.'),
  completed_classes: counted('held', 'Of these, ended and not cancelled.'),
  cancelled_classes: counted('cancelled', 'Of these, cancelled.'),
  total_attendance: figure('attended', 'In classes that have ended.'),
  ...ATTENDANCE,
  graded_classes: FIGURES.graded_classes,
  total_booked: figure('booked', 'Bookings of all classes of the date that are not cancelled.'),
  booked_classes: nOf('booked', 'Classes whose bookings are known: the n of `total_booked`.'),
  total_capacity: figure('capacity', 'Places of all classes of the date that are not cancelled.'),
  capacity_classes: nOf('capacity', 'Classes whose capacity is known: the n of `total_capacity`.'),
  fill_rate: figure('fill_rate', 'Attended over capacity of ended classes where both are known.'),
  rated_classes: nOf('fill_rate', 'The n of `fill_rate`.'),
  no_shows: figure('no_shows', 'In classes that have ended.'),
  no_shows_basis: NO_SHOWS_BASIS,
  no_show_classes: nOf('no_shows', 'The n of `no_shows`.'),
};

export const SUMMARY = object(
  'Summary',
  'The day of a gym: its classes, attendance, and live counts.',
  {
    ...HEAD,
    date: date('Today.'),
    covered: Type.Optional(
      Type.Null({
        description: 'Only where the data do not cover the date: its figures are unknown.',
      }),
    ),
    ...schemasOf(DAY),
    classes: sessions('Classes of the date by start.'),
    top_classes: list(
      SESSION,
      MAX_TOP,
      'The best three that have ended or are running: by fill, then attendance.',
    ),
    rooms: list(ROOM, 200, 'Rooms of the gym.'),
  },
);

export type SummaryBody = Static<typeof SUMMARY>;

const byFill = inOrder<ClassSession>(
  byValue(sessionFill, 'desc'),
  byValue(attendedOf, 'desc'),
  bySchedule,
);

/**
 * Sums up a date, by default today in the gym's zone. Sessions of the date must be in the view. Rooms are always as they
 * are now.
 */
export function summaryReport(
  view: GymView,
  { date = todayOf(view) }: { readonly date?: CalendarDate } = {},
): SummaryBody {
  const { nowUtcMs, rooms } = view;
  const classes = tableOf(view).within({ from: date, to: date });
  const onDate = classes.map(({ session }) => session).sort(bySchedule);
  const sums = sumsOf(classes, { nowUtcMs });
  const hasBegun = (session: ClassSession) =>
    ['in_progress', 'completed'].includes(statusAt(session, nowUtcMs));
  const top = onDate.filter((one) => hasBegun(one) && attendedOf(one) !== null).sort(byFill);
  const rowOf = (session: ClassSession) => sessionBody(session, view);
  return {
    ...headOf(view),
    date,
    ...(isCovered(view, date) ? {} : { covered: null }),
    ...valuesOf(DAY, { sums }),
    classes: onDate.slice(0, MAX_SESSIONS).map(rowOf),
    top_classes: top.slice(0, MAX_TOP).map(rowOf),
    rooms: rooms.map((room) => roomBody(room, view.gym.timezone)),
  };
}

const ATTENDANCE_DAY = object('AttendanceDay', 'One date. Its basis is that of its own classes.', {
  date: date('The day.'),
  ...CLASSES,
});

export const ATTENDANCE_REPORT = object(
  'Attendance',
  'How many people came over a range of dates, and on each.',
  {
    ...HEAD,
    ...RANGE,
    ...COVERAGE,
    ...CLASSES,
    days: list(
      ATTENDANCE_DAY,
      WINDOW_DAYS,
      'Each date of `covered`, those without classes too; the last 42.',
    ),
  },
);

/** Sums up a range of dates. Sessions of the range must be in the view. */
export function attendanceReport(view: GymView, range: DateRange) {
  const classes = tableOf(view).within(range);
  const coverage = coverageOf(view, range);
  const { covered } = coverage;
  const days = covered === null ? 0 : Math.min(WINDOW_DAYS, daysIn(covered));
  return {
    ...headOf(view),
    from: range.from,
    to: range.to,
    ...coverage,
    ...classesOf(classes, view.nowUtcMs),
    days: Array.from({ length: days }, (_, n) => {
      const date = addDays(covered?.to ?? range.to, n + 1 - days);
      const wanted = dayOf(date);
      const own = classes.filter(({ day }) => day === wanted);
      return { date, ...classesOf(own, view.nowUtcMs) };
    }),
  };
}
