/** How far counts are from the truth, over pictures of which some are near-twins. */

export interface CountedPicture {
  readonly group: string;
  readonly count: number;
  readonly truth: number;
}

export interface CountErrors {
  /** Mean absolute error, people a picture. */
  readonly mae: number;
  /** One standard error of `mae`, reckoned over groups, since near-twins err alike. */
  readonly maeSe: number;
  /** Mean of count less truth: below 0 misses people. */
  readonly bias: number;
  /** Shares of the pictures at most one person off, and at most two, 0..1. */
  readonly withinOne: number;
  readonly withinTwo: number;
}

/** Null without pictures. */
export function countErrors(pictures: readonly CountedPicture[]): CountErrors | null {
  if (pictures.length === 0) return null;
  const errors = pictures.map(({ group, count, truth }) => ({
    group,
    value: Math.abs(count - truth),
  }));
  const { mean, se } = groupedMean(errors);
  const within = (most: number) =>
    errors.filter(({ value }) => value <= most).length / pictures.length;
  return {
    mae: mean,
    maeSe: se,
    bias: pictures.reduce((sum, { count, truth }) => sum + count - truth, 0) / pictures.length,
    withinOne: within(1),
    withinTwo: within(2),
  };
}

/**
 * The mean and its standard error where values of one group are not independent: the groups' deviations from the mean,
 * squared and added up. Source: Cameron and Miller, A Practitioner's Guide to Cluster-Robust Inference (2015), the mean
 * as a regression on a constant, without the correction for few groups.
 */
export function groupedMean(
  values: readonly { readonly group: string; readonly value: number }[],
): {
  readonly mean: number;
  readonly se: number;
} {
  const mean = values.reduce((sum, { value }) => sum + value, 0) / values.length;
  const byGroup = new Map<string, number>();
  for (const { group, value } of values) {
    byGroup.set(group, (byGroup.get(group) ?? 0) + value - mean);
  }
  const squares = [...byGroup.values()].reduce((sum, deviation) => sum + deviation ** 2, 0);
  return { mean, se: Math.sqrt(squares) / values.length };
}
