/** The day of a gym, as `GET /v1/summary` answers: its classes, how many people came, the best of them, who is in the rooms now. */

import { type Static, Type } from 'typebox';
import { type CalendarDate, formatInstant } from '../calendar/zone.ts';
import { tableOf } from '../figures/class-table.ts';
import { type Sums, sumsOf } from '../figures/sums.ts';
import { type ClassSession, statusAt } from '../sessions/session.ts';
import type { GymView, RoomView } from '../sessions/view.ts';
import { isCovered } from './covered.ts';
import {
  count,
  date as dateField,
  field,
  instant,
  list,
  nullable,
  object,
  people,
  schemasOf,
  valuesOf,
  words,
} from './fields/field.ts';
import {
  ATTENDANCE,
  cancelledClasses,
  FIGURES,
  figure,
  heldClasses,
  NO_SHOWS_BASIS,
  nOf,
} from './figures/figures.ts';
import { HEAD, headOf } from './head.ts';
import { highestFirst, inOrder } from './order.ts';
import { todayOf } from './period.ts';
import { bySchedule } from './sessions/on-schedule.ts';
import { attendedOf, sessionFill } from './sessions/session-facts.ts';
import { MAX_SESSIONS, SESSION, sessionBody, sessions } from './sessions/session-row.ts';

const MAX_TOP = 3;

/** What a room says of itself. @param places what is told of its capacity. */
export const roomFields = (places: string) => ({
  room: Type.String({ description: 'Name of the room.' }),
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
  total_classes: field(
    count('Classes of the date, cancelled ones too.'),
    ({ sums }: { readonly sums: Sums }) => sums.of,
  ),
  completed_classes: heldClasses('Of these, ended and not cancelled.'),
  cancelled_classes: cancelledClasses('Of these, cancelled.'),
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
    date: dateField('Today.'),
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
  const standing = onDate.filter(({ isCancelled }) => !isCancelled);
  const begun = standing.filter((session) => statusAt(session, nowUtcMs) !== 'scheduled');
  const top = begun.filter((session) => attendedOf(session) !== null).sort(byFill);
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
