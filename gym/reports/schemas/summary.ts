/** Body of `GET /v1/summary`: the day of a gym. */

import { type Static, Type } from 'typebox';
import {
  attendanceBasis,
  closed,
  count,
  date,
  HEAD,
  instant,
  noShowsBasis,
  nullable,
  people,
  rate,
  words,
} from './field.ts';
import { gradedClasses, SESSION, sessions } from './session.ts';

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
    date: date('Today.'),
    total_classes: count('Classes of the date, cancelled ones too.'),
    completed_classes: count('Of these, ended and not cancelled.'),
    cancelled_classes: count('Of these, cancelled.'),
    total_attendance: people('In classes that have ended.'),
    attendance_basis: attendanceBasis,
    graded_classes: gradedClasses,
    total_booked: people('Bookings of all classes of the date that are not cancelled.'),
    booked_classes: count('Classes whose bookings are known: the n of `total_booked`.'),
    total_capacity: people('Places of all classes of the date that are not cancelled.'),
    capacity_classes: count('Classes whose capacity is known: the n of `total_capacity`.'),
    fill_rate: rate('Attended over capacity of ended classes where both are known.'),
    rated_classes: count('The n of `fill_rate`.'),
    no_shows: people('In classes that have ended.'),
    no_shows_basis: noShowsBasis,
    no_show_classes: count('The n of `no_shows`.'),
    classes: sessions('Classes of the date by start.'),
    top_classes: Type.Array(SESSION, {
      maxItems: 3,
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
