/** Every class of a window with its figures, its money and its verdict: what the class reports choose their lists from. */

import type { AmountsConfig } from '../config/index.ts';
import type { ClassSession, GymView } from '../sessions/index.ts';
import { amountsFinder, moneyOf, type SessionMoney } from './economics.ts';
import { type AttendanceFigures, figuresOf, gradedBasisOf } from './figures.ts';
import { type DateRange, rangeInstants } from './period.ts';
import { type ClassSeries, seriesOf } from './series.ts';
import { isHeld } from './session-facts.ts';
import { type JudgedClass, judge } from './verdict.ts';

/** An occurrence that took place, with what it earned. */
export interface HeldOccurrence {
  readonly session: ClassSession;
  readonly amounts: AmountsConfig;
  readonly money: SessionMoney;
}

export interface ClassReview {
  readonly series: ClassSeries;
  readonly figures: AttendanceFigures;
  readonly judged: JudgedClass;
  /** By start, as the two lists below. */
  readonly held: readonly HeldOccurrence[];
  /** Those of `held` whose number goes into the attendance. */
  readonly graded: readonly HeldOccurrence[];
  readonly cancelled: readonly ClassSession[];
}

/** The last window of a view is kept with it: both class reports ask for the same one. */
const reviews = new WeakMap<
  GymView,
  { readonly range: DateRange; readonly classes: readonly ClassReview[] }
>();

/** Classes that took place or were cancelled within the range. O(sessions of the view) once, then kept. */
export function reviewOf(view: GymView, range: DateRange): readonly ClassReview[] {
  const known = reviews.get(view);
  if (known?.range.from === range.from && known.range.to === range.to) return known.classes;
  const { fromUtcMs, toUtcMs } = rangeInstants(view, range);
  const amountsOf = amountsFinder(view.gym.economics);
  const classes: ClassReview[] = [];
  for (const series of seriesOf(view)) {
    const sessions = series.sessions.filter(
      (session) =>
        session.startsUtcMs >= fromUtcMs &&
        session.startsUtcMs < toUtcMs &&
        (session.isCancelled || isHeld(session, view.nowUtcMs)),
    );
    if (sessions.length > 0) classes.push(reviewSeries({ series, sessions }, view, amountsOf));
  }
  reviews.set(view, { range, classes });
  return classes;
}

function reviewSeries(
  {
    series,
    sessions,
  }: { readonly series: ClassSeries; readonly sessions: readonly ClassSession[] },
  { gym, nowUtcMs }: GymView,
  amountsOf: (session: ClassSession) => AmountsConfig,
): ClassReview {
  const figures = figuresOf(sessions, nowUtcMs);
  const held: HeldOccurrence[] = [];
  const graded: HeldOccurrence[] = [];
  const cancelled: ClassSession[] = [];
  const profitsMilli: number[] = [];
  const waitlisted: number[] = [];
  for (const session of sessions) {
    if (session.isCancelled) {
      cancelled.push(session);
      continue;
    }
    const amounts = amountsOf(session);
    const money = moneyOf(session, amounts);
    const occurrence = { session, amounts, money };
    held.push(occurrence);
    if (session.waitlisted !== null) waitlisted.push(session.waitlisted);
    const basis = gradedBasisOf(session);
    if (basis === null || basis !== figures.attendanceBasis) continue;
    graded.push(occurrence);
    if (money.profitMilli !== null) profitsMilli.push(money.profitMilli);
  }
  const judged = judge({ figures, profitsMilli, waitlisted }, gym.verdicts);
  return { series, figures, judged, held, graded, cancelled };
}
