/** The data of the pages about classes and money. */

import { seriesOf, tableOf } from '../../gym/figures/class-table.ts';
import { classReport } from '../../gym/reports/class-report.ts';
import { performanceReport } from '../../gym/reports/performance.ts';
import { windowRange } from '../../gym/reports/period.ts';
import { revenueReport } from '../../gym/reports/revenue.ts';
import { type SessionEvidence, sessionReport } from '../../gym/reports/session-report.ts';
import { sessionBody } from '../../gym/reports/session-row.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type {
  ClassData,
  ClassesData,
  ClassFilter,
  ClassSort,
  MoneyData,
  SessionData,
} from '../data.ts';
import { goalsIn } from './figures.ts';

/** The most that the ranking lists. */
const ALL = 100;
/** Other dates of a class on the page of one. */
const OTHERS = 8;

export function classesData(view: GymView, sort: ClassSort, filter: ClassFilter): ClassesData {
  return {
    page: 'classes',
    performance: performanceReport(view, ALL),
    revenue: revenueReport(view),
    sort,
    filter,
  };
}

export function moneyData(view: GymView): MoneyData {
  return { page: 'money', revenue: revenueReport(view) };
}

/** Null for an id that no class of the view has. */
export function classData(view: GymView, classId: string): ClassData | null {
  if (!seriesOf(view).some((series) => series.classId === classId)) return null;
  return {
    page: 'class',
    report: classReport(view, windowRange(view), classId),
    goals: goalsIn(view, windowRange(view), [['series', 'is', [classId]]]),
  };
}

/** A class on one date with what stands behind it, and the same class on other dates of the view. */
export function sessionData(view: GymView, evidence: SessionEvidence): SessionData {
  const { id } = evidence.session;
  const others = (tableOf(view).find(id)?.series.sessions ?? []).filter(
    (one) => one.id !== id && one.startsUtcMs <= view.nowUtcMs,
  );
  return {
    page: 'session',
    report: sessionReport(view, evidence),
    others: others
      .slice(-OTHERS)
      .reverse()
      .map((one) => sessionBody(one, view)),
  };
}
