/** The data of the page of the morning, from a gym at one instant. */

import { addDays } from '../../gym/calendar/zone.ts';
import { isInView, sessionsIn, todayOf, windowRange } from '../../gym/reports/period.ts';
import { type LastHour, roomsReport } from '../../gym/reports/rooms.ts';
import { type SessionBody, sessionBody } from '../../gym/reports/session-row.ts';
import type { SummaryBody } from '../../gym/reports/summary.ts';
import { summaryReport } from '../../gym/reports/summary.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type {
  DayData,
  DaysAround,
  Notice,
  TodayData,
  UsualDay,
  WallClass,
  WallData,
} from '../data.ts';
import { daysWithUsual, hoursIn } from './figures.ts';

/** Classes on the wall. Chosen here: what is read from across the room. */
const WALL_CLASSES = 6;

interface Beside {
  /** What is wrong outside the gym's own figures. */
  readonly notices: readonly Notice[];
  /** How long the program runs. */
  readonly uptimeMs: number;
}

/** Until then a room without a count has no fault. Chosen here: cameras connect and detectors start. */
const START_MS = 90_000;

export function todayData(view: GymView, hour: LastHour, beside: Beside): TodayData {
  const summary = summaryReport(view);
  const isNew = beside.uptimeMs < START_MS;
  return {
    page: 'today',
    summary,
    usual: usualOf(view, summary),
    ...daysAround(view, summary.date),
    notices: [
      ...noticesOf(summary).filter((one) => !(isNew && isUncounted(one))),
      ...beside.notices,
    ],
    next: tomorrowOf(view).find(({ status }) => status === 'scheduled') ?? null,
    hours: hoursIn(view, windowRange(view)),
    rooms: roomsReport(view, hour).rooms,
    isStarting: isNew && noticesOf(summary).some(isUncounted),
  };
}

/** Null for a date that the view does not reach. */
export function dayData(view: GymView, date: string): DayData | null {
  if (!isInView(view, { from: date, to: date })) return null;
  const summary = summaryReport(view, { date });
  return { page: 'day', summary, usual: usualOf(view, summary), ...daysAround(view, date) };
}

function daysAround(view: GymView, date: string): DaysAround {
  const reached = (day: string) => (isInView(view, { from: day, to: day }) ? day : null);
  return { before: reached(addDays(date, -1)), after: reached(addDays(date, 1)) };
}

/** A day that is not over, or was not counted, is compared with none. */
function usualOf(view: GymView, summary: SummaryBody): UsualDay | null {
  const { date, completed_classes, cancelled_classes, total_classes, total_attendance } = summary;
  const isOver = completed_classes + cancelled_classes === total_classes;
  if (!isOver || total_attendance === null) return null;
  return daysWithUsual(view, { from: date, to: date })[0]?.usual ?? null;
}

/** Of a room that was never counted since the start. */
function isUncounted(notice: Notice): boolean {
  return notice.kind === 'room' && notice.since === null;
}

export function wallData(view: GymView, hour: LastHour): WallData {
  const { classes } = summaryReport(view);
  const { rooms } = roomsReport(view, hour);
  const coming = [...classes, ...tomorrowOf(view)].filter(
    ({ ends_at }) => Date.parse(ends_at) > view.nowUtcMs,
  );
  return { page: 'wall', rooms, classes: coming.slice(0, WALL_CLASSES).map(wallClass) };
}

/** No name of a person: what is not listed here is not on the wall. */
export function wallClass(session: SessionBody): WallClass {
  const { id, name, room, starts_at, ends_at, status, capacity, occupancy_now } = session;
  return { id, name, room, starts_at, ends_at, status, capacity, occupancy_now };
}

/** Rooms with a class today and without a camera: first, since nothing will be known of these classes. */
function unwatchedIn({ rooms, classes }: SummaryBody): Notice[] {
  const watched = new Set(
    rooms.filter(({ state }) => state !== 'no_camera').map(({ room }) => room),
  );
  const unseen = classes.filter(
    ({ room, status, attended }) =>
      status !== 'cancelled' && attended === null && (room === null || !watched.has(room)),
  );
  return [...new Set(unseen.map(({ room }) => room))].map((name) => {
    const held = unseen.filter(({ room }) => room === name);
    const booked = held.reduce((sum, one) => sum + (one.booked ?? 0), 0);
    return { kind: 'unwatched', room: name, classes: held.length, booked };
  });
}

function noticesOf(summary: SummaryBody): Notice[] {
  const { rooms, classes } = summary;
  const dark = rooms.flatMap(({ room, state, updated_at }): Notice[] =>
    state === 'stale' || state === 'offline'
      ? [{ kind: 'room', room, state, since: updated_at }]
      : [],
  );
  const cancelled = classes.flatMap((session): Notice[] =>
    session.status === 'cancelled' && (session.booked ?? 0) > 0
      ? [{ kind: 'cancelled', session }]
      : [],
  );
  const uncounted = classes.flatMap((session): Notice[] =>
    session.status === 'completed' &&
    session.attended === null &&
    session.quality_reasons.length > 0 &&
    !session.quality_reasons.includes('no_camera')
      ? [{ kind: 'uncounted', session }]
      : [],
  );
  return [...unwatchedIn(summary), ...dark, ...cancelled, ...uncounted];
}

/** Classes of tomorrow: a view knows no later day. */
function tomorrowOf(view: GymView): SessionBody[] {
  const tomorrow = addDays(todayOf(view), 1);
  return sessionsIn(view, { from: tomorrow, to: tomorrow }).map((session) =>
    sessionBody(session, view),
  );
}
