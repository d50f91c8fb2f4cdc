/** Every class of a window: what the class reports choose their lists from. */

import type { ClassSession } from '../../sessions/session.ts';
import type { GymView } from '../../sessions/view.ts';
import { FigureSums, figuresOf } from '../figures/sums.ts';
import { amountsFinder } from '../money/economics.ts';
import { type DateRange, rangeInstants } from '../period.ts';
import { type ClassSeries, seriesOf } from '../series/series.ts';
import { isHeld } from '../sessions/session-facts.ts';
import { ClassReview, type Occurrences, type Window } from './review.ts';

/**
 * What is asked of all classes of a window: their figures, or their verdicts too. Both are computed class by class then,
 * while its occurrences are near at hand: they lie weeks apart in memory, and to fetch them twice is most of the time.
 */
type ReviewUse = 'figures' | 'verdicts';

/** The last window of a view is cached with it: both class reports ask for the same one. */
const reviews = new WeakMap<
  GymView,
  { readonly range: DateRange; readonly classes: readonly ClassReview[] }
>();

/** Classes that took place or were cancelled within the range. O(classes of the view) once, then kept. */
export function reviewOf(
  view: GymView,
  range: DateRange,
  use: ReviewUse = 'figures',
): readonly ClassReview[] {
  const known = reviews.get(view);
  if (known?.range.from === range.from && known.range.to === range.to) return known.classes;
  const classes = reviewSeries(view, range, seriesOf(view), use);
  reviews.set(view, { range, classes });
  return classes;
}

/** The last review of each series: classes that did not change are not reviewed again. */
const newest = new WeakMap<ClassSeries, ClassReview>();

/** The same of some series of the view only. O(these). */
export function reviewSeries(
  view: GymView,
  range: DateRange,
  chosen: readonly ClassSeries[],
  use: ReviewUse = 'figures',
): ClassReview[] {
  const { nowUtcMs, gym } = view;
  const window = { ...rangeInstants(view, range), nowUtcMs };
  const measures = { amountsOf: amountsFinder(gym.economics), limits: gym.verdicts };
  const sums = new FigureSums();
  const classes: ClassReview[] = [];
  for (const series of chosen) {
    let review = newest.get(series) ?? null;
    if (review?.isOf(window, measures) !== true) {
      const occurrences = occurrencesOf(series, window);
      const figures = figuresOf(occurrences.sessions, nowUtcMs, sums);
      review = new ClassReview(series, occurrences, figures, measures);
      newest.set(series, review);
    }
    if (review.sessions.length === 0) continue;
    if (use === 'verdicts') review.judge();
    classes.push(review);
  }
  return classes;
}

function occurrencesOf({ sessions }: ClassSeries, window: Window): Occurrences {
  const { fromUtcMs, toUtcMs, nowUtcMs } = window;
  let untilUtcMs = Number.POSITIVE_INFINITY;
  const isOver = (session: ClassSession) => {
    if (session.startsUtcMs < fromUtcMs || session.startsUtcMs >= toUtcMs) return false;
    if (session.isCancelled || isHeld(session, nowUtcMs)) return true;
    untilUtcMs = Math.min(untilUtcMs, session.endsUtcMs);
    return false;
  };
  // Of most classes all are: no second list of these.
  const over = sessions.every(isOver) ? sessions : sessions.filter(isOver);
  return { sessions: over, window, untilUtcMs };
}
