/** Statistics of a series of head counts. Pure; the base of every attendance figure. */

/** Neighbours in the running median: removes ghosts of one or two samples. Source: docs/method.md#smoothing. */
export const SMOOTHING_SAMPLES = 5;

/**
 * Running median over `width` neighbours (odd, 1..): removes ghosts shorter than half the width and keeps steps. At the
 * ends the window is cut to what is there.
 */
export function medianFilter(counts: readonly number[], width: number): number[] {
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
export function percentileOfSorted(sorted: readonly number[], share: number): number {
  const rank = (sorted.length - 1) * share;
  const below = sorted[Math.floor(rank)] ?? Number.NaN;
  const above = sorted[Math.ceil(rank)] ?? Number.NaN;
  return below + (above - below) * (rank - Math.floor(rank));
}
