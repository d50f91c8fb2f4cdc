/** What a stretch of a question names: a thing of the gym, a time, an hour or a number. All else is words. */

import type { DimensionName } from '../../gym/figures/dimensions.ts';
import type { QueryFilter } from '../../gym/figures/query.ts';
import type { Time } from './calendar.ts';
import type { ClockFilter } from './clock.ts';
import type { Named } from './names.ts';

/** What rows are of; the gyms and their groups only where a question is over several gyms. */
export type Dim = DimensionName | 'gym' | 'group';
export type Filter = readonly [Dim, QueryFilter[1], QueryFilter[2]];

export type AmountUnit = 'plain' | 'percent' | 'money';
export interface Amount {
  readonly value: number;
  readonly unit: AmountUnit;
}

export type Meaning =
  | { readonly is: 'name'; readonly candidates: readonly Named[] }
  | { readonly is: 'time'; readonly time: Time }
  | { readonly is: 'clock'; readonly clock: ClockFilter }
  | { readonly is: 'amount'; readonly amount: Amount };

export type Mark = Meaning & {
  readonly at: number;
  readonly length: number;
  /** As it was typed. */
  readonly typed: string;
};
export type MarkOf<Is extends Meaning['is']> = Extract<Mark, { readonly is: Is }>;

/** Places of all words that are in marks. */
export function wordsIn(marks: readonly Mark[]): ReadonlySet<number> {
  return new Set(marks.flatMap(({ at, length }) => Array.from({ length }, (_, i) => at + i)));
}

export function marksOf<Is extends Meaning['is']>(marks: readonly Mark[], is: Is): MarkOf<Is>[] {
  return marks.filter((mark): mark is MarkOf<Is> => mark.is === is);
}
