/** The data of the page of the morning, from a gym at one instant. */

import { addDays } from '../../gym/calendar/zone.ts';
import { type LastHour, roomsReport } from '../../gym/reads/rooms-read.ts';
import { attendanceBody } from '../../gym/reports/answers/attendance.ts';
import { hoursBody } from '../../gym/reports/answers/hours.ts';
import { sessionBody } from '../../gym/reports/answers/session.ts';
import { summaryBody } from '../../gym/reports/answers/summary.ts';
import { attendanceReport } from '../../gym/reports/attendance.ts';
import { hoursReport } from '../../gym/reports/hours.ts';
import { sessionsIn, todayOf, windowRange } from '../../gym/reports/period.ts';
import type { AttendanceBody } from '../../gym/reports/schemas/attendance.ts';
import type { HoursBody } from '../../gym/reports/schemas/hours.ts';
import type { SessionBody } from '../../gym/reports/schemas/session.ts';
import type { SummaryBody } from '../../gym/reports/schemas/summary.ts';
import { sessionFacts } from '../../gym/reports/session-facts.ts';
import { summaryReport } from '../../gym/reports/summary.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { Notice, TodayData, UsualDay, WallClass, WallData } from '../data.ts';

/** Earlier weeks that a day is compared with. */
const WEEKS = 4;
/** Classes on the wall. Chosen here: what is read from across the room. */
const WALL_CLASSES = 6;

export function todayData(view: GymView, hour: LastHour, others: readonly Notice[]): TodayData {
  const summary = summaryBody(summaryReport(view));
  const isOver = summary.completed_classes + summary.cancelled_classes === summary.total_classes;
  return {
    page: 'today',
    summary,
    usual: isOver && summary.total_attendance !== null ? usualOf(view, summary.date) : null,
    notices: [...noticesOf(summary), ...others],
    next: tomorrowOf(view).find(({ status }) => status === 'scheduled') ?? null,
    hours: hoursOf(view),
    rooms: roomsReport(view, hour).rooms,
  };
}

export function wallData(view: GymView, hour: LastHour): WallData {
  const { classes } = summaryBody(summaryReport(view));
  const { rooms } = roomsReport(view, hour);
  const coming = [...classes, ...tomorrowOf(view)].filter(
    ({ ends_at }) => Date.parse(ends_at) > view.nowUtcMs,
  );
  return { page: 'wall', rooms, classes: coming.slice(0, WALL_CLASSES).map(wallClass) };
}

/** No name of a person: what is not listed here is not on the wall. */
function wallClass(session: SessionBody): WallClass {
  const { id, name, room, starts_at, ends_at, status, capacity, occupancy_now } = session;
  return { id, name, room, starts_at, ends_at, status, capacity, occupancy_now };
}

/** How full each hour was over the six weeks that end with `today`. */
export function hoursOf(view: GymView, today = todayOf(view)): HoursBody {
  return hoursBody(
    hoursReport(view, windowRange(view, today), { by: 'fill_rate', order: 'highest' }),
  );
}

/** The same weekday in the weeks before `date`, where it was counted as a whole; null where it never was. */
export function usualOf(view: GymView, date: string): UsualDay | null {
  const days = attendanceOf(view, addDays(date, -7 * WEEKS), addDays(date, -1)).days;
  const same = Array.from({ length: WEEKS }, (_, week) => addDays(date, -7 * (week + 1)));
  const known = days.flatMap((day) =>
    same.includes(day.date) && day.attended !== null && day.graded_classes === day.completed_classes
      ? [day.attended]
      : [],
  );
  if (known.length === 0) return null;
  return { days: known.length, low: Math.min(...known), high: Math.max(...known) };
}

export function attendanceOf(view: GymView, from: string, to: string): AttendanceBody {
  return attendanceBody(attendanceReport(view, { from, to }));
}

function noticesOf({ rooms, classes }: SummaryBody): Notice[] {
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
    session.quality_reasons.length > 0
      ? [{ kind: 'uncounted', session }]
      : [],
  );
  return [...dark, ...cancelled, ...uncounted];
}

/** Classes of tomorrow: a view knows no later day. */
function tomorrowOf(view: GymView): SessionBody[] {
  const tomorrow = addDays(todayOf(view), 1);
  return sessionsIn(view, { from: tomorrow, to: tomorrow }).map((session) =>
    sessionBody(sessionFacts(session, view), view.gym.timezone),
  );
}
