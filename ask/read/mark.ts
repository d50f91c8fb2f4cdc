/** What a stretch of a question means. A reading is made of these marks alone: nothing looks at the text again. */

import type { MeasureName } from '../../gym/figures/catalogue.ts';
import type { DimensionName } from '../../gym/figures/dimensions.ts';
import type {
  Direction,
  FilterValue,
  HavingOperator,
  QueryFilter,
  QueryHaving,
} from '../../gym/figures/query.ts';
import type { Time } from './calendar.ts';
import type { Named } from './names.ts';

/** What rows are of; the gyms and their groups only where a question is over several gyms. */
export type Dim = DimensionName | 'gym' | 'group';
export type Filter = readonly [Dim, QueryFilter[1], QueryFilter[2]];

export type Word =
  | 'compare'
  | 'than'
  | 'or'
  | 'and'
  | 'each'
  | 'which'
  | 'who'
  | 'how_many'
  | 'when'
  | 'how'
  | 'doing'
  | 'have'
  | 'any'
  | 'list'
  | 'past'
  | 'asked'
  | 'self'
  | 'only'
  | 'them'
  | 'follow'
  | 'add';

export type AmountUnit = 'plain' | 'percent' | 'money';

type Turn = 'average' | 'rate' | 'share' | 'per_class' | 'value';

interface Ranking {
  readonly way: Direction;
  readonly names: readonly MeasureName[];
}

export type Meaning =
  /** Weak: "people", "money", which give way to another figure of their kind. */
  | { readonly is: 'measure'; readonly names: readonly MeasureName[]; readonly isWeak: boolean }
  | { readonly is: 'turn'; readonly into: Turn }
  /** A superlative; `most` is of the figure beside it. */
  | ({ readonly is: 'order' } & Ranking)
  | ({ readonly is: 'most' } & Ranking)
  | ({ readonly is: 'more' } & Ranking)
  | { readonly is: 'sorted'; readonly way: Direction }
  | { readonly is: 'state'; readonly bound: QueryHaving; readonly isMeasureToo: boolean }
  | { readonly is: 'verdict'; readonly values: readonly string[] }
  | { readonly is: 'noun'; readonly dim: Dim; readonly isMany: boolean }
  | { readonly is: 'by'; readonly dims: readonly Dim[]; readonly isPer?: boolean }
  | {
      readonly is: 'filter';
      readonly dim: Dim;
      readonly op: 'is' | 'between';
      readonly values: readonly FilterValue[];
      /** Of a clock time that says neither morning nor evening. */
      readonly isBare?: boolean;
      readonly note?: string | undefined;
    }
  | { readonly is: 'name'; readonly candidates: readonly Named[] }
  | { readonly is: 'time'; readonly time: Time }
  | {
      readonly is: 'bound';
      readonly op: HavingOperator;
      readonly value: number;
      readonly unit: AmountUnit;
      readonly name?: MeasureName;
      /** Of "between 5 and 10": the other end, included. */
      readonly to?: number;
    }
  | { readonly is: 'amount'; readonly value: number; readonly unit: AmountUnit }
  | { readonly is: 'nth'; readonly value: number }
  | { readonly is: 'not'; readonly place: 'before' | 'verb' | 'after' | 'but' }
  /** `next` and `who` are of the timetable. */
  | { readonly is: 'report'; readonly report: 'now' | 'timetable' | 'next' | 'who' }
  | { readonly is: 'free' }
  | { readonly is: 'word'; readonly word: Word }
  | { readonly is: 'nothing' };

export type Mark = Meaning & {
  readonly at: number;
  readonly length: number;
  /** As it was typed. */
  readonly typed: string;
  /** Behind a comma or a colon. */
  readonly isApart: boolean;
};
export type MarkOf<Is extends Meaning['is']> = Extract<Mark, { readonly is: Is }>;
