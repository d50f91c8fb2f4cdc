/** What every answer is made of, and items by their place. */

import type { DateRange } from '../../gym/reports/period.ts';
import type { Item } from '../findings.ts';
import type { Chart } from './outcome.ts';

export type NamedNumbers = Readonly<Record<string, number | string | null>>;

export interface ReportAnswer {
  readonly summary: string;
  readonly numbers: NamedNumbers;
  readonly items: Item[];
  readonly notes: string[];
  /** The days of the range that the data cover; left out where there is no range. */
  readonly covered?: DateRange | null;
  readonly chart?: Chart | null;
}

/** How well an item fits, by its place: the first fits best. */
function scoreAt(place: number): number {
  return Math.max(1, 100 - place);
}

/** An item that is not scored yet. */
export type Unscored = Omit<Item, 'score'>;

export function scored(items: readonly Unscored[]): Item[] {
  return items.map((item, at) => ({ ...item, score: scoreAt(at) }));
}
