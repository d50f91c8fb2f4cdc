/** Every class of the week over a window, with its figures, its money and its verdict: what the class reports list. */

import { tableOf } from '../../figures/class-table.ts';
import type { ClassFacts, ClassSeries } from '../../figures/facts.ts';
import { type Sums, sumsOf } from '../../figures/sums.ts';
import type { GymView } from '../../sessions/view.ts';
import { type Figures, figuresOf } from '../figures/figures.ts';
import { type DateRange, rangeInstants, secondHalf } from '../period.ts';
import { isHeld } from '../sessions/session-facts.ts';
import { type JudgedClass, judgeSums } from './verdict.ts';

export interface ClassReview {
  readonly series: ClassSeries;
  /** Those of the window that took place or were cancelled, by start. */
  readonly classes: readonly ClassFacts[];
  readonly sums: Sums;
  readonly figures: Figures;
  readonly judged: JudgedClass;
}

/** The series with classes that took place or were cancelled within the range, which must be in the view. O(its classes). */
export function reviewOf(
  view: GymView,
  range: DateRange,
  isChosen: (series: ClassSeries) => boolean = () => true,
): readonly ClassReview[] {
  const { nowUtcMs } = view;
  const bySeries = new Map<ClassSeries, ClassFacts[]>();
  for (const facts of tableOf(view).within(range)) {
    const { session, series } = facts;
    if (!(session.isCancelled || isHeld(session, nowUtcMs)) || !isChosen(series)) continue;
    const classes = bySeries.get(series);
    if (classes === undefined) bySeries.set(series, [facts]);
    else classes.push(facts);
  }
  const halfUtcMs = rangeInstants(view, secondHalf(range)).fromUtcMs;
  return Array.from(bySeries, ([series, classes]) => {
    const sums = sumsOf(classes, { nowUtcMs, halfUtcMs });
    const judged = judgeSums(sums, view.gym.verdicts);
    return { series, classes, sums, figures: figuresOf(sums), judged };
  });
}
