/** The data of the pages of a day and a week, on the screen, on the wall and on paper. */

import { addDays, type CalendarDate } from '../../gym/calendar/zone.ts';
import { performanceReport } from '../../gym/reports/performance.ts';
import {
  isCovered,
  isInView,
  knownDays,
  mondayOf,
  sessionsIn,
  todayOf,
  windowRange,
} from '../../gym/reports/period.ts';
import { type LastHour, roomsReport } from '../../gym/reports/rooms.ts';
import { type SessionBody, sessionBody } from '../../gym/reports/session-row.ts';
import { type SummaryBody, summaryReport } from '../../gym/reports/summary.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import { moneyOf, trainerRows } from './classes.ts';
import { attendanceIn, daysWithUsual, goalsIn, hoursIn, type UsualDay } from './figures.ts';

/** Classes on the wall. Chosen here: what is read from across the room. */
const WALL_CLASSES = 6;

/** Something that a person should look at. */
export type Notice =
  | {
      /** Classes of today that no camera sees; null for classes without a room. */
      readonly kind: 'unwatched';
      readonly room: string | null;
      readonly classes: number;
      readonly booked: number;
    }
  | {
      readonly kind: 'room';
      readonly room: string;
      readonly since: string | null;
    }
  | { readonly kind: 'cancelled' | 'uncounted'; readonly session: SessionBody }
  | { readonly kind: 'feed'; readonly feed: string }
  | { readonly kind: 'configuration'; readonly faults: number };

/** Until then a room without a count has no fault. Chosen here: cameras connect and detectors start. */
const START_MS = 90_000;

export type TodayData = ReturnType<typeof todayData>;

/** @param notices What is wrong outside the gym's own figures. @param uptimeMs How long the program runs. */
export function todayData(
  view: GymView,
  hour: LastHour,
  notices: readonly Notice[],
  uptimeMs: number,
) {
  const summary = summaryReport(view);
  const isNew = uptimeMs < START_MS;
  return {
    page: 'today' as const,
    summary,
    usual: usualOf(view, summary),
    ...neighbourDays(view, summary.date),
    notices: [...noticesOf(summary).filter((one) => !(isNew && isUncounted(one))), ...notices],
    /** Classes of yesterday that run past midnight. */
    night: sessionsOn(view, -1).filter(({ status }) => status === 'in_progress'),
    next: sessionsOn(view, 1).find(({ status }) => status === 'scheduled') ?? null,
    hours: hoursIn(view, windowRange(view)),
    rooms: roomsReport(view, hour).rooms,
    isStarting: isNew && noticesOf(summary).some(isUncounted),
  };
}

export type DayData = NonNullable<ReturnType<typeof dayData>>;

/** Null for a date that the view does not reach. */
export function dayData(view: GymView, date: string) {
  if (!isInView(view, { from: date, to: date })) return null;
  const summary = summaryReport(view, { date });
  const usual = usualOf(view, summary);
  return { page: 'day' as const, summary, usual, ...neighbourDays(view, date) };
}

export type NeighbourDays = ReturnType<typeof neighbourDays>;

function neighbourDays(view: GymView, date: string) {
  const reached = (day: string) =>
    isCovered(view, day) || isInView(view, { from: day, to: day }) ? day : null;
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
const isUncounted = (notice: Notice) => notice.kind === 'room' && notice.since === null;

export type WallData = ReturnType<typeof wallData>;

export function wallData(view: GymView, hour: LastHour) {
  const { classes } = summaryReport(view);
  const { rooms } = roomsReport(view, hour);
  const coming = [...sessionsOn(view, -1), ...classes, ...sessionsOn(view, 1)].filter(
    ({ ends_at }) => Date.parse(ends_at) > view.nowUtcMs,
  );
  return { page: 'wall' as const, rooms, classes: coming.slice(0, WALL_CLASSES).map(wallClass) };
}

/** No name of a person: what is not listed here is not on the wall. */
export function wallClass(session: SessionBody) {
  const { id, name, room, starts_at, ends_at, status, capacity, occupancy_now } = session;
  return { id, name, room, starts_at, ends_at, status, capacity, occupancy_now };
}

export type WallClass = ReturnType<typeof wallClass>;

/** Rooms with a class today and without a camera: first, since nothing will be known of these classes. */
function unwatchedIn({ rooms, classes }: SummaryBody): Notice[] {
  const watched = rooms.filter(({ state }) => state !== 'no_camera').map(({ room }) => room);
  const unseen = classes.filter(
    ({ room, status, attended }) =>
      status !== 'cancelled' && attended === null && (room === null || !watched.includes(room)),
  );
  return [...new Set(unseen.map(({ room }) => room))].map((name) => {
    const held = unseen.filter(({ room }) => room === name);
    const booked = held.reduce((sum, one) => sum + (one.booked ?? 0), 0);
    return { kind: 'unwatched', room: name, classes: held.length, booked };
  });
}

function noticesOf(summary: SummaryBody): Notice[] {
  const { rooms, classes, generated_at } = summary;
  const dark = rooms.flatMap(({ room, state, updated_at }): Notice[] =>
    state === 'stale' || state === 'offline' ? [{ kind: 'room', room, since: updated_at }] : [],
  );
  const isOff = ({ status, booked, starts_at: at }: SessionBody) =>
    status === 'cancelled' && (booked ?? 0) > 0 && Date.parse(at) > Date.parse(generated_at);
  const about = (kind: 'cancelled' | 'uncounted', is: (session: SessionBody) => boolean) =>
    classes.filter(is).map((session) => ({ kind, session }));
  return [
    ...unwatchedIn(summary),
    ...dark,
    ...about('cancelled', isOff),
    ...about(
      'uncounted',
      ({ status, attended, quality_reasons: reasons }) =>
        status === 'completed' &&
        attended === null &&
        reasons.length > 0 &&
        !reasons.includes('no_camera'),
    ),
  ];
}

/** Classes of yesterday or tomorrow: a view knows no later day. */
function sessionsOn(view: GymView, days: -1 | 1): SessionBody[] {
  const date = addDays(todayOf(view), days);
  return sessionsIn(view, { from: date, to: date }).map((one) => sessionBody(one, view));
}

const ALL = 100;

export type WeekData = NonNullable<ReturnType<typeof weekData>>;

/** The week that `date` is in, as an address may have it; null for one before the gym's first class, or to come. */
export function weekData(view: GymView, date: string, today = todayOf(view)) {
  const monday = mondayOf(date);
  const first = knownDays(view)?.from ?? today;
  const oldest = mondayOf(first < today ? first : today);
  if (monday < oldest || monday > today) return null;
  const before = addDays(monday, -7);
  const after = addDays(monday, 7);
  return {
    page: 'week' as const,
    ...figuresOf(view, monday, today),
    before: before >= oldest ? before : null,
    after: after <= today ? after : null,
  };
}

export type ReportData = NonNullable<ReturnType<typeof reportData>>;

/** The report of the week that `date` is in; null for one to come. The classes, money and trainers of six weeks end with `today`. */
export function reportData(view: GymView, date: string, today = todayOf(view)) {
  const monday = mondayOf(date);
  if (monday > today) return null;
  const range = { from: monday, to: addDays(monday, 6) };
  return {
    page: 'report' as const,
    ...figuresOf(view, monday, today),
    performance: performanceReport(view, ALL, windowRange(view, today)),
    revenue: moneyOf(view, today),
    trainers: trainerRows(view, 'name', today),
    sessions: sessionsIn(view, range).map((session) => sessionBody(session, view)),
  };
}

/** A week and its seven days, with what is usual; and the busy times of the six weeks up to its end. */
function figuresOf(view: GymView, monday: CalendarDate, today: CalendarDate) {
  const sunday = addDays(monday, 6);
  const range = { from: monday, to: sunday };
  return {
    week: attendanceIn(view, range),
    days: daysWithUsual(view, range).map((one) => ({ ...one, state: stateOf(one.day, today) })),
    hours: hoursIn(view, windowRange(view, sunday < today ? sunday : today)),
    goals: goalsIn(view, range),
  };
}

export type DayRow = ReturnType<typeof figuresOf>['days'][number];
type Day = ReturnType<typeof daysWithUsual>[number]['day'];

/** A day whose last class has ended is over, also before midnight. */
function stateOf(day: Day, today: CalendarDate): 'over' | 'running' | 'to_come' {
  if (day.date > today) return 'to_come';
  const isDone = day.completed_classes + day.cancelled_classes === day.total_classes;
  return day.date < today || isDone ? 'over' : 'running';
}
