/** The data of a week, on the page and on paper. */

import { addDays, type CalendarDate } from '../../gym/calendar/zone.ts';
import { performanceReport } from '../../gym/reports/performance.ts';
import { mondayOf, sessionsIn, todayOf, windowRange } from '../../gym/reports/period.ts';
import { revenueReport } from '../../gym/reports/revenue.ts';
import { sessionBody } from '../../gym/reports/session-row.ts';
import { type GymView, VIEW_DAYS } from '../../gym/sessions/view.ts';
import type { DayRow, ReportData, WeekData } from '../data.ts';
import { attendanceIn, daysWithUsual, goalsIn, hoursIn } from './figures.ts';
import { trainerRows } from './people.ts';

const ALL = 100;

/** The week of a date: `date` is one of the gym's, as an address may have it; null for one that no view reaches. */
export function weekData(view: GymView, date: string | null): WeekData | null {
  const today = todayOf(view);
  const monday = mondayOf(date ?? today);
  const oldest = mondayOf(addDays(today, 7 - VIEW_DAYS));
  if (monday < oldest || monday > today) return null;
  const before = addDays(monday, -7);
  const after = addDays(monday, 7);
  const sunday = addDays(monday, 6);
  return {
    page: 'week',
    week: attendanceIn(view, { from: monday, to: sunday }),
    days: dayRows(view, monday, today),
    hours: hoursIn(view, windowRange(view)),
    goals: goalsIn(view, { from: monday, to: sunday }),
    before: before >= oldest ? before : null,
    after: after <= today ? after : null,
  };
}

/**
 * The report of the week that `date` is in; of the last whole week where it is null. Null for a week to come. What covers six
 * weeks ends with `today`, by default that of the view.
 */
export function reportData(
  view: GymView,
  date: string | null,
  today: CalendarDate = todayOf(view),
): ReportData | null {
  const monday = mondayOf(date ?? addDays(today, -7));
  const sunday = addDays(monday, 6);
  if (monday > today) return null;
  const range = { from: monday, to: sunday };
  return {
    page: 'report',
    week: attendanceIn(view, range),
    days: dayRows(view, monday, today),
    performance: performanceReport(view, ALL, windowRange(view, today)),
    revenue: revenueReport(view, windowRange(view, today)),
    trainers: trainerRows(view, 'name', today),
    sessions: sessionsIn(view, range).map((session) => sessionBody(session, view)),
    hours: hoursIn(view, windowRange(view, today)),
    goals: goalsIn(view, range),
  };
}

/** All seven days: of those to come only what is usual is known. */
function dayRows(view: GymView, monday: CalendarDate, today: CalendarDate): DayRow[] {
  return daysWithUsual(view, { from: monday, to: addDays(monday, 6) }).map(({ day, usual }) => ({
    day,
    state: stateOf(day, today),
    usual,
  }));
}

/** A day whose last class has ended is over, also before midnight. */
function stateOf(day: DayRow['day'], today: CalendarDate): DayRow['state'] {
  if (day.date > today) return 'to_come';
  const isDone = day.completed_classes + day.cancelled_classes === day.total_classes;
  return day.date < today || isDone ? 'over' : 'running';
}
