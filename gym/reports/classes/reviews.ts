/** Every class of the week over a window, with its sums and its verdict: what the class reports list. */

import { tableOf } from '../../figures/class-table.ts';
import type { ClassFacts, ClassSeries } from '../../figures/facts.ts';
import { type Sums, sumsOf } from '../../figures/sums.ts';
import type { GymView } from '../../sessions/view.ts';
import { groupBy, pastOf } from '../figures/figures.ts';
import { type DateRange, rangeInstants, secondHalf } from '../period.ts';
import { type JudgedClass, judge } from './verdict.ts';

export interface ClassReview {
  readonly series: ClassSeries;
  /** Those of the window that took place or were cancelled, by start. */
  readonly classes: readonly ClassFacts[];
  readonly sums: Sums;
  readonly currency: string | null;
  readonly judged: JudgedClass;
}

/** The series with classes that took place or were cancelled within the range, which must be in the view. O(its classes). */
export function reviewOf(view: GymView, range: DateRange): readonly ClassReview[] {
  const { nowUtcMs } = view;
  const { currency, verdicts } = view.gym;
  const halfUtcMs = rangeInstants(view, secondHalf(range)).fromUtcMs;
  const past = pastOf(tableOf(view).within(range), nowUtcMs);
  return Array.from(
    groupBy(past, ({ series }) => series),
    ([series, classes]) => {
      const sums = sumsOf(classes, { nowUtcMs, halfUtcMs });
      return { series, classes, sums, currency, judged: judge(sums, verdicts) };
    },
  );
}
