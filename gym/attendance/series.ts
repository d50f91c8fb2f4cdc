/** Statistics of a series of head counts. Pure; the base of every attendance figure. */

/** Neighbours in the running median: removes ghosts of one or two samples. Source: docs/method.md#smoothing. */
export const SMOOTHING_SAMPLES = 5;

/**
 * Running median over `width` neighbours (odd, 1..): removes ghosts shorter than half the width and keeps steps. At the
 * ends the window is cut to what is there.
 */
export function medianFilter(counts: readonly number[], width = SMOOTHING_SAMPLES): number[] {
  const reach = Math.floor(width / 2);
  return counts.map((_, at) =>
    percentile(counts.slice(Math.max(0, at - reach), at + reach + 1), 0.5),
  );
}

/**
 * The `share` percentile (0..1) by linear interpolation between closest ranks (method 7 of Hyndman and Fan, Sample
 * quantiles in statistical packages, 1996). NaN for no counts.
 */
export function percentile(counts: readonly number[], share: number): number {
  return percentileOfSorted(
    counts.toSorted((a, b) => a - b),
    share,
  );
}

/** The same of counts in rising order: for several percentiles of one series. */
function percentileOfSorted(sorted: readonly number[], share: number): number {
  const rank = (sorted.length - 1) * share;
  const below = sorted[Math.floor(rank)] ?? Number.NaN;
  const above = sorted[Math.ceil(rank)] ?? Number.NaN;
  return below + (above - below) * (rank - Math.floor(rank));
}

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

function variance(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}
