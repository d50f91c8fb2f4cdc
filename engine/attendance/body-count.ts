/** How many people a series of head counts speaks of, with its spread. */

import { medianFilter, percentile } from './series.ts';

export interface BodyCount {
  /** The estimate: the 90th percentile of the smoothed counts, rounded; null without counts. */
  readonly people: number | null;
  /** The 75th percentile of the smoothed counts, rounded down. */
  readonly low: number | null;
  /** The highest smoothed count. */
  readonly high: number | null;
  readonly median: number | null;
  /** The highest single count, ghosts included. */
  readonly max: number | null;
  /** Counts that went in. */
  readonly samples: number;
}

/** Neighbours in the median filter: removes ghosts of one or two samples. Source: `domain.md` e2, step 3. */
const SMOOTHING = 5;

/**
 * Estimates from counts in order of time. Why the 90th percentile of a running median and neither the mean (loses who
 * is hidden for a while) nor the maximum (counts ghosts): the simulation in `domain.md` e3.
 */
export function estimateBodyCount(counts: readonly number[]): BodyCount {
  if (counts.length === 0) {
    return { people: null, low: null, high: null, median: null, max: null, samples: 0 };
  }
  const smoothed = medianFilter(counts, SMOOTHING);
  return {
    people: Math.round(percentile(smoothed, 0.9)),
    low: Math.floor(percentile(smoothed, 0.75)),
    high: Math.ceil(Math.max(...smoothed)),
    median: percentile(counts, 0.5),
    max: Math.max(...counts),
    samples: counts.length,
  };
}
