/** The error of the count at every threshold, and which would be best. Chosen and judged on the same pictures. */

import { countErrors } from './count-errors.ts';
import { isFullyLabelled } from './divisions.ts';
import { counted, errorDifference, type LookedPicture } from './figures.ts';

/** 0.10 to 0.70 by 0.02. */
export const THRESHOLDS = Array.from({ length: 31 }, (_, step) => (10 + 2 * step) / 100);

export interface SweepRow {
  readonly threshold: number;
  /** Mean absolute error of each source, people a picture. */
  readonly maeBySource: Readonly<Record<string, number>>;
}

export interface Best {
  readonly threshold: number;
  readonly mae: number;
  /** What the threshold that ships costs more, people a picture, and its standard error. */
  readonly shippedCosts: { readonly mean: number; readonly se: number };
}

export interface Sweep {
  readonly rows: readonly SweepRow[];
  readonly bestBySource: Readonly<Record<string, Best>>;
}

export function sweepOf(looked: readonly LookedPicture[], shipped: number): Sweep {
  const sources = [...new Set(looked.map(({ picture }) => picture.source))].toSorted();
  const of = new Map(
    sources.map((source) => [source, looked.filter(({ picture }) => picture.source === source)]),
  );
  const full = looked.filter(({ picture }) => isFullyLabelled(picture));
  if (full.length > 0) of.set('coco with under 13', full);
  const rows = THRESHOLDS.map((threshold) => ({
    threshold,
    maeBySource: Object.fromEntries(
      [...of].map(([source, some]) => [source, maeAt(some, threshold)]),
    ),
  }));
  const best = [...of].map(([source, some]) => [source, bestOf(some, source, rows, shipped)]);
  return { rows, bestBySource: Object.fromEntries(best) as Readonly<Record<string, Best>> };
}

function maeAt(looked: readonly LookedPicture[], threshold: number): number {
  return countErrors(looked.map((one) => counted(one, threshold)))?.mae ?? 0;
}

function bestOf(
  looked: readonly LookedPicture[],
  source: string,
  rows: readonly SweepRow[],
  shipped: number,
): Best {
  const maes = rows.map(({ threshold, maeBySource }) => ({
    threshold,
    mae: maeBySource[source] ?? 0,
  }));
  const best = maes.reduce((least, row) => (row.mae < least.mae ? row : least));
  return { ...best, shippedCosts: errorDifference(looked, shipped, best.threshold) };
}
