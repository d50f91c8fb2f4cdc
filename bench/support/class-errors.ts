/** How far off the attendance of simulated classes is, for the benches over them. */

import { isQuick } from './quick.ts';
import type { Figure } from './report.ts';

/** Classes of each world and view. */
export const CLASSES = isQuick ? 20 : 3_000;
export const SEED = 20_261_121;

export interface Cell {
  /** Mean absolute error, people. */
  readonly mae: number;
  /** Share of classes whose error is at most one person. */
  readonly withinOne: number;
}

export function cellOf(errors: readonly number[]): Cell {
  const sizes = errors.map(Math.abs);
  return {
    mae: sizes.reduce((sum, size) => sum + size, 0) / sizes.length,
    withinOne: sizes.filter((size) => size <= 1).length / sizes.length,
  };
}

/** `A 98 %, B 2 %`. */
export function gradesText(qualities: readonly string[]): string {
  return ['A', 'B', 'C', 'none']
    .map((grade) => [grade, qualities.filter((other) => other === grade).length] as const)
    .flatMap(([grade, count]) => (count === 0 ? [] : [`${grade} ${percent(count / CLASSES)}`]))
    .join(', ');
}

export function told(name: string, value: number, unit: string): Figure {
  return { name, value, unit, limit: null, direction: 'max' };
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
