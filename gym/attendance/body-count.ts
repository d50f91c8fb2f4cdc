/** How many people a series of head counts speaks of, with its spread. */

import { mostFalse, mostUnseen, type Sight } from './estimate/unseen.ts';
import { medianFilter, percentile, percentileOfSorted, SMOOTHING_SAMPLES } from './series.ts';

/** Statistics of smoothed counts, staff included; all equal to each other on a series that stands still. */
export interface Bodies {
  /** The percentile asked for: the estimate, not rounded. */
  readonly bodies: number;
  readonly p50: number;
  readonly p75: number;
  readonly p90: number;
  readonly max: number;
  /**
   * Variance ÷ p90, 0... People who are each hidden for a share h of the time, independently, make it h·(1 − h): about the
   * share of people hidden at any moment.
   */
  readonly fluctuation: number;
}

/** Of at least one smoothed count, in any order. `share`: 0.5..1. */
export function bodiesOf(smoothed: readonly number[], share: number): Bodies {
  const sorted = smoothed.toSorted((a, b) => a - b);
  const [bodies = 0, p50 = 0, p75 = 0, p90 = 0, max = 0] = [share, 0.5, 0.75, 0.9, 1].map((at) =>
    percentileOfSorted(sorted, at),
  );
  return { bodies, p50, p75, p90, max, fluctuation: p90 === 0 ? 0 : variance(smoothed) / p90 };
}

export interface BodyCount {
  /** The estimate: the {@link DEFAULT_PERCENTILE} of the smoothed counts, rounded; null without counts. */
  readonly people: number | null;
  /** The 75th percentile of the smoothed counts less what may be none of a crowd, rounded down. */
  readonly low: number | null;
  /** The highest smoothed count, and those whom the detector may never see in a crowd. */
  readonly high: number | null;
  readonly median: number | null;
  /** The highest single count, ghosts included. */
  readonly max: number | null;
  /** Counts that went in. */
  readonly samples: number;
}

/** Percentile where nothing is configured: the default of `attendance.percentile`. Chosen over simulated classes: `docs/counting.md`. */
export const DEFAULT_PERCENTILE = 0.95;

/**
 * Estimates from counts in order of time, without a class around them: what `turnout analyze` says. Why a high percentile
 * of a running median and neither the mean (loses who is hidden for a while) nor the maximum (counts ghosts):
 * `docs/counting.md`.
 *
 * @param inputPixels of the picture that the detector looks at; null is unknown and taken for the smallest, `density` is
 *   for counts without boxes.
 */
export function estimateBodyCount(counts: readonly number[], inputPixels: Sight): BodyCount {
  if (counts.length === 0) {
    return { people: null, low: null, high: null, median: null, max: null, samples: 0 };
  }
  const { bodies, p75, max } = bodiesOf(
    medianFilter(counts, SMOOTHING_SAMPLES),
    DEFAULT_PERCENTILE,
  );
  return {
    people: Math.round(bodies),
    low: Math.floor(p75 - mostFalse(p75, inputPixels)),
    high: Math.ceil(max + mostUnseen(max, inputPixels)),
    median: percentile(counts, 0.5),
    max: Math.max(...counts),
    samples: counts.length,
  };
}

function variance(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}
