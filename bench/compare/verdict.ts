/**
 * What a figure of two revisions tells beyond the noise of the very run that took it.
 *
 * Each side is measured several times, so that same code stands against same code: the largest ratio of two values of one
 * side is the noise floor, and a difference of the two sides counts only where it is larger.
 */

import type { Figure } from '../support/report.ts';

export type Verdict = 'better' | 'worse' | 'within noise' | 'not comparable';

export interface Comparison {
  readonly bench: string;
  readonly name: string;
  readonly unit: string;
  /** Median of the side; null where it was never measured there. */
  readonly base: number | null;
  readonly changed: number | null;
  /** Changed ÷ base; null where one is missing or zero. */
  readonly ratio: number | null;
  /** Largest ratio of two values of the same side, at least 1; null where no side was measured twice. */
  readonly noise: number | null;
  readonly verdict: Verdict;
}

export interface Measured {
  readonly bench: string;
  readonly figure: Figure;
}

/** Figures are matched by bench and name; those of one side alone are told as such. */
export function compare(base: readonly Measured[], changed: readonly Measured[]): Comparison[] {
  const sides = [base, changed].map(byName) as [Sides, Sides];
  const keys = new Set([...sides[0].keys(), ...sides[1].keys()]);
  return [...keys].map((key) => comparisonOf(sides[0].get(key) ?? [], sides[1].get(key) ?? []));
}

type Sides = ReadonlyMap<string, readonly Measured[]>;

function byName(measured: readonly Measured[]): Sides {
  const sides = new Map<string, Measured[]>();
  for (const one of measured) {
    const key = `${one.bench}\n${one.figure.name}`;
    const found = sides.get(key);
    if (found === undefined) sides.set(key, [one]);
    else found.push(one);
  }
  return sides;
}

function comparisonOf(base: readonly Measured[], changed: readonly Measured[]): Comparison {
  const { bench, figure } = (base[0] ?? changed[0]) as Measured;
  const values = [valuesOf(base), valuesOf(changed)] as const;
  const [before, after] = values.map(middle) as [number | null, number | null];
  const ratio = before === null || after === null || before === 0 ? null : after / before;
  const floors = values.flatMap((side) => noiseOf(side) ?? []);
  const noise = floors.length === 0 ? null : Math.max(...floors);
  const verdict = verdictOf({ ratio, noise, direction: figure.direction });
  const { name, unit } = figure;
  return { bench, name, unit, base: before, changed: after, ratio, noise, verdict };
}

function valuesOf(side: readonly Measured[]): readonly number[] {
  return side.flatMap(({ figure }) => figure.value ?? []);
}

function middle(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

function noiseOf(values: readonly number[]): number | null {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return values.length < 2 || least <= 0 ? null : most / least;
}

interface Difference {
  readonly ratio: number | null;
  readonly noise: number | null;
  readonly direction: Figure['direction'];
}

function verdictOf({ ratio, noise, direction }: Difference): Verdict {
  if (ratio === null || noise === null || ratio <= 0) return 'not comparable';
  if (Math.max(ratio, 1 / ratio) <= noise) return 'within noise';
  return ratio > 1 === (direction === 'min') ? 'better' : 'worse';
}
