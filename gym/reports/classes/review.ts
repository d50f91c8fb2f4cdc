/** A class over a window with its figures, its money and its verdict. */

import type { VerdictsConfig } from '../../../config/config.ts';
import type { InstantRange } from '../../calendar/zone.ts';
import type { ClassSession } from '../../sessions/session.ts';
import type { Figures } from '../figures/figures.ts';
import { trendOf } from '../figures/fill.ts';
import type { AmountsOf } from '../money/economics.ts';
import { type Tally, tallyOf } from '../money/tally.ts';
import type { ClassSeries } from '../series/series.ts';
import { type JudgedClass, judge } from './verdict.ts';

/** By what the classes of a gym are judged: the same objects as long as its settings are the same. */
export interface Measures {
  readonly amountsOf: AmountsOf;
  readonly limits: VerdictsConfig;
}

/** A window as it stands at an instant. */
export interface Window extends InstantRange {
  readonly nowUtcMs: number;
}

/** Classes of a window that took place or were cancelled, by start. */
export interface Occurrences {
  readonly sessions: readonly ClassSession[];
  readonly window: Window;
  /** When the next one will have taken place. */
  readonly untilUtcMs: number;
}

/** What only some reports ask for is computed when it is first asked for, and then kept: a gym has thousands of classes. */
export class ClassReview {
  readonly series: ClassSeries;
  readonly figures: Figures;
  readonly amountsOf: AmountsOf;
  /** Occurrences that took place or were cancelled, by start. */
  readonly sessions: readonly ClassSession[];
  readonly #window: Window;
  readonly #untilUtcMs: number;
  readonly #limits: VerdictsConfig;
  #tally: Tally | null = null;
  #judged: JudgedClass | null = null;
  #trend: { readonly turnUtcMs: number; readonly value: number | null } | null = null;

  constructor(
    series: ClassSeries,
    { sessions, window, untilUtcMs }: Occurrences,
    figures: Figures,
    { amountsOf, limits }: Measures,
  ) {
    this.series = series;
    this.figures = figures;
    this.amountsOf = amountsOf;
    this.sessions = sessions;
    this.#window = window;
    this.#untilUtcMs = untilUtcMs;
    this.#limits = limits;
  }

  get tally(): Tally {
    this.#tally ??= tallyOf(this.sessions, this.figures.attendance_basis, this.amountsOf);
    return this.#tally;
  }

  get judged(): JudgedClass {
    return this.judge();
  }

  judge(): JudgedClass {
    this.#judged ??= judge(this.figures, this.tally, this.#limits);
    return this.#judged;
  }

  /** Fill from an instant on less the fill before; null where a part has none. */
  trendAt(turnUtcMs: number): number | null {
    if (this.#trend?.turnUtcMs !== turnUtcMs) {
      const value = trendOf(this.sessions, this.figures.attendance_basis, turnUtcMs);
      this.#trend = { turnUtcMs, value };
    }
    return this.#trend.value;
  }

  /** Whether it is right at another instant, too: none of its occurrences has ended in between. */
  isOf({ fromUtcMs, toUtcMs, nowUtcMs }: Window, { amountsOf, limits }: Measures): boolean {
    return (
      this.amountsOf === amountsOf &&
      this.#limits === limits &&
      this.#window.fromUtcMs === fromUtcMs &&
      this.#window.toUtcMs === toUtcMs &&
      this.#window.nowUtcMs <= nowUtcMs &&
      nowUtcMs < this.#untilUtcMs
    );
  }
}
