/** The data of the pages about classes and money. */

import { dateAt } from '../../gym/calendar/zone.ts';
import { classSeriesBody } from '../../gym/reports/answers/class-series.ts';
import { performanceBody } from '../../gym/reports/answers/performance.ts';
import { revenueBody } from '../../gym/reports/answers/revenue.ts';
import { sessionBody } from '../../gym/reports/answers/session.ts';
import { classReport } from '../../gym/reports/class.ts';
import { performanceReport } from '../../gym/reports/performance.ts';
import { windowRange } from '../../gym/reports/period.ts';
import { revenueReport } from '../../gym/reports/revenue.ts';
import { seriesOf } from '../../gym/reports/series.ts';
import { sessionFacts } from '../../gym/reports/session-facts.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { ClassData, ClassesData, MoneyData, SessionData } from '../data.ts';

/** The most that the ranking lists. */
const ALL = 100;
/** Other dates of a class on the page of one. */
const OTHERS = 8;

export function classesData(view: GymView): ClassesData {
  return {
    page: 'classes',
    performance: performanceBody(performanceReport(view, ALL)),
    revenue: revenueBody(revenueReport(view)),
  };
}

export function moneyData(view: GymView): MoneyData {
  return { page: 'money', revenue: revenueBody(revenueReport(view)) };
}

/** Null for an id that no class of the view has. */
export function classData(view: GymView, classId: string): ClassData | null {
  if (!seriesOf(view).some((series) => series.classId === classId)) return null;
  return {
    page: 'class',
    report: classSeriesBody(classReport(view, windowRange(view), { classId })),
  };
}

/** Null for an id that no session of the view has. */
export function sessionData(view: GymView, id: string): SessionData | null {
  const session = view.sessions.find((one) => one.id === id);
  if (session === undefined) return null;
  const { timezone } = view.gym;
  const body = (one: typeof session) => sessionBody(sessionFacts(one, view), timezone);
  const series = seriesOf(view).find(({ sessions }) => sessions.includes(session));
  const others = (series?.sessions ?? []).filter(
    (one) => one.id !== id && one.startsUtcMs <= view.nowUtcMs,
  );
  return {
    page: 'session',
    session: body(session),
    date: dateAt(timezone, session.startsUtcMs),
    classId: series?.classId ?? null,
    others: others.slice(-OTHERS).reverse().map(body),
  };
}
