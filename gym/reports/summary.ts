/** The day of a gym, as `GET /v1/summary` answers: its classes, how many people came, the best of them, who is in the rooms now. */

import { type Static, Type } from 'typebox';
import { type CalendarDate, formatInstant } from '../calendar/zone.ts';
import { tableOf } from '../figures/class-table.ts';
import { VALUES } from '../figures/measures.ts';
import { sumsOf } from '../figures/sums.ts';
import { type ClassSession, statusAt } from '../sessions/session.ts';
import type { GymView } from '../sessions/view.ts';
import { isCovered } from './covered.ts';
import {
  ATTENDANCE,
  closed,
  count,
  date as dateField,
  instant,
  noShowsBasis,
  nullable,
  people,
  rate as rateField,
  words,
} from './fields/field.ts';
import { rate } from './fields/rounding.ts';
import { figuresOf, gradedClasses } from './figures/figures.ts';
import { HEAD, headOf } from './head.ts';
import { highestFirst, inOrder } from './order.ts';
import { todayOf } from './period.ts';
import { bySchedule } from './sessions/on-schedule.ts';
import { attendedOf, sessionFill } from './sessions/session-facts.ts';
import { MAX_SESSIONS, SESSION, sessionBody, sessions } from './sessions/session-row.ts';

const MAX_TOP = 3;

const ROOM = Type.Object(
  {
    room: Type.String({ description: 'Name of the room.' }),
    capacity: people('Places, as configured.'),
    occupancy: people('In the room now, without staff; known while it is `live`.'),
    updated_at: nullable(instant('When the room was last counted.')),
    state: words(
      ['live', 'stale', 'offline', 'no_camera'],
      '`live`: counted just now. `stale`: counted, but not lately. `offline`: cannot be counted now. `no_camera`: never.',
    ),
  },
  { ...closed, title: 'RoomNow', description: 'A room at `generated_at`.' },
);

export const SUMMARY = Type.Object(
  {
    ...HEAD,
    date: dateField('Today.'),
    covered: Type.Optional(
      Type.Null({
        description: 'Only where the data do not cover the date: its figures are unknown.',
      }),
    ),
    total_classes: count('Classes of the date, cancelled ones too.'),
    completed_classes: count('Of these, ended and not cancelled.'),
    cancelled_classes: count('Of these, cancelled.'),
    total_attendance: people('In classes that have ended.'),
    ...ATTENDANCE,
    graded_classes: gradedClasses,
    total_booked: people('Bookings of all classes of the date that are not cancelled.'),
    booked_classes: count('Classes whose bookings are known: the n of `total_booked`.'),
    total_capacity: people('Places of all classes of the date that are not cancelled.'),
    capacity_classes: count('Classes whose capacity is known: the n of `total_capacity`.'),
    fill_rate: rateField('Attended over capacity of ended classes where both are known.'),
    rated_classes: count('The n of `fill_rate`.'),
    no_shows: people('In classes that have ended.'),
    no_shows_basis: noShowsBasis,
    no_show_classes: count('The n of `no_shows`.'),
    classes: sessions('Classes of the date by start.'),
    top_classes: Type.Array(SESSION, {
      maxItems: MAX_TOP,
      description: 'The best three that have ended or are running: by fill, then attendance.',
    }),
    rooms: Type.Array(ROOM, { maxItems: 200, description: 'Rooms of the gym.' }),
  },
  {
    ...closed,
    title: 'Summary',
    description: 'The day of a gym: its classes, attendance, and live counts.',
  },
);

export type SummaryBody = Static<typeof SUMMARY>;

const byFill = inOrder<ClassSession>(
  highestFirst(sessionFill),
  highestFirst(attendedOf),
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
  const figures = figuresOf(sums);
  const standing = onDate.filter(({ isCancelled }) => !isCancelled);
  const begun = standing.filter((session) => statusAt(session, nowUtcMs) !== 'scheduled');
  const top = begun.filter((session) => attendedOf(session) !== null).sort(byFill);
  const rowOf = (session: ClassSession) => sessionBody(session, view);
  return {
    ...headOf(view),
    date,
    ...(isCovered(view, date) ? {} : { covered: null }),
    total_classes: sums.of,
    completed_classes: figures.completed_classes,
    cancelled_classes: sums.cancelled,
    total_attendance: figures.attended,
    attendance_basis: figures.attendance_basis,
    attendance_sources: figures.attendance_sources,
    graded_classes: figures.graded_classes,
    total_booked: figures.booked,
    booked_classes: figures.booked_classes,
    total_capacity: VALUES.capacity.value(sums),
    capacity_classes: sums.capacity.n,
    fill_rate: rate(figures.fill_rate),
    rated_classes: figures.rated_classes,
    no_shows: figures.no_shows,
    no_shows_basis: figures.no_shows_basis,
    no_show_classes: figures.no_show_classes,
    classes: onDate.slice(0, MAX_SESSIONS).map(rowOf),
    top_classes: top.slice(0, MAX_TOP).map(rowOf),
    rooms: rooms.map((room) => ({
      room: room.name,
      capacity: room.capacity,
      occupancy: room.occupancy,
      updated_at:
        room.updatedUtcMs === null ? null : formatInstant(view.gym.timezone, room.updatedUtcMs),
      state: room.state,
    })),
  };
}
