/** What is or was on: classes by their start. */

import { addDays, type CalendarDate } from '../calendar/zone.ts';
import { type ClassSession, statusAt } from '../sessions/session.ts';
import type { GymView } from '../sessions/view.ts';
import { headOf, type ReportHead } from './head.ts';
import { firstOnSchedule } from './on-schedule.ts';
import { type DateRange, sessionsIn, todayOf } from './period.ts';
import { type SessionFacts, sessionFacts } from './session-facts.ts';
import { MAX_SESSIONS } from './summary.ts';

export interface ScheduleReport extends ReportHead, DateRange {
  /** Whether only the next class was asked for. */
  readonly isNext: boolean;
  /** Last date whose classes a view holds: tomorrow. Of later ones nothing is known here. */
  readonly knownTo: CalendarDate;
  /** Classes of the range, cancelled ones too, however many are listed. */
  readonly totalClasses: number;
  /** By start, then name; at most 500. The next one only, or none, where that was asked for. */
  readonly classes: readonly SessionFacts[];
}

/**
 * Lists the classes of a range. With `next` only the first that has not begun and is not cancelled; of several that start
 * together the first by name.
 */
export function scheduleReport(
  view: GymView,
  range: DateRange,
  { next = false }: { readonly next?: boolean | undefined } = {},
): ScheduleReport {
  const sessions = sessionsIn(view, range);
  const isScheduled = (session: ClassSession) => statusAt(session, view.nowUtcMs) === 'scheduled';
  const listed = next
    ? firstOnSchedule(sessions.filter(isScheduled), 1)
    : firstOnSchedule(sessions, MAX_SESSIONS);
  return {
    ...headOf(view),
    from: range.from,
    to: range.to,
    isNext: next,
    knownTo: addDays(todayOf(view), 1),
    totalClasses: sessions.length,
    classes: listed.map((session) => sessionFacts(session, view)),
  };
}
