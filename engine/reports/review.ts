/** Every class of a window with its figures, its money and its verdict: what the class reports choose their lists from. */

import type { VerdictsConfig } from '../config/index.ts';
import type { ClassSession, GymView } from '../sessions/index.ts';
import { amountsFinder } from './economics.ts';
import { type AttendanceFigures, FigureSums, figuresOf } from './figures.ts';
import { type DateRange, rangeInstants } from './period.ts';
import { type ClassSeries, seriesOf } from './series.ts';
import { isHeld } from './session-facts.ts';
import { type AmountsOf, type Tally, tallyOf } from './tally.ts';
import { type JudgedClass, judge } from './verdict.ts';

/** By what the classes of a gym are judged. */
interface Measures {
  readonly amountsOf: AmountsOf;
  readonly limits: VerdictsConfig;
}

/**
 * What is asked of all classes of a window: their figures, or their verdicts too. Both are reckoned class by class then,
 * while its occurrences are near at hand: they lie weeks apart in memory, and to fetch them twice is most of the time.
 */
type ReviewUse = 'figures' | 'verdicts';

/** A class over a window. What only some reports ask for is reckoned when it is asked for: a gym has thousands. */
export class ClassReview {
  readonly series: ClassSeries;
  /** Occurrences that took place or were cancelled, by start. */
  readonly sessions: readonly ClassSession[];
  readonly figures: AttendanceFigures;
  readonly amountsOf: AmountsOf;
  readonly #limits: VerdictsConfig;
  #tally: Tally | null = null;
  #judged: JudgedClass | null = null;

  constructor(
    series: ClassSeries,
    sessions: readonly ClassSession[],
    figures: AttendanceFigures,
    { amountsOf, limits }: Measures,
  ) {
    this.series = series;
    this.sessions = sessions;
    this.figures = figures;
    this.amountsOf = amountsOf;
    this.#limits = limits;
  }

  get tally(): Tally {
    this.#tally ??= tallyOf(this.sessions, this.figures.attendanceBasis, this.amountsOf);
    return this.#tally;
  }

  get judged(): JudgedClass {
    return this.judge();
  }

  judge(): JudgedClass {
    this.#judged ??= judge(this.figures, this.tally, this.#limits);
    return this.#judged;
  }

  isDead(): boolean {
    return this.judged.verdict === 'dead';
  }
}

/** The last window of a view is kept with it: both class reports ask for the same one. */
const reviews = new WeakMap<
  GymView,
  { readonly range: DateRange; readonly classes: readonly ClassReview[] }
>();

/** Classes that took place or were cancelled within the range. O(sessions of the view) once, then kept. */
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

/** The same of some series of the view only. O(sessions of these). */
export function reviewSeries(
  view: GymView,
  range: DateRange,
  chosen: readonly ClassSeries[],
  use: ReviewUse = 'figures',
): ClassReview[] {
  const { nowUtcMs, gym } = view;
  const { fromUtcMs, toUtcMs } = rangeInstants(view, range);
  const measures = { amountsOf: amountsFinder(gym.economics), limits: gym.verdicts };
  const isOver = (session: ClassSession) =>
    session.startsUtcMs >= fromUtcMs &&
    session.startsUtcMs < toUtcMs &&
    (session.isCancelled || isHeld(session, nowUtcMs));
  const sums = new FigureSums();
  const classes: ClassReview[] = [];
  for (const series of chosen) {
    // Of most classes all are: no second list of these.
    const sessions = series.sessions.every(isOver)
      ? series.sessions
      : series.sessions.filter(isOver);
    if (sessions.length === 0) continue;
    const review = new ClassReview(series, sessions, figuresOf(sessions, nowUtcMs, sums), measures);
    if (use === 'verdicts') review.judge();
    classes.push(review);
  }
  return classes;
}
