/** A mark is a piece of a question that was understood: its words, their place, and what they mean. */

import type { MeasureName } from '../../../gym/figures/catalogue.ts';
import type { DimensionName } from '../../../gym/figures/dimensions.ts';
import type { Direction, FilterValue, HavingOperator } from '../../../gym/figures/query.ts';
import type { DatePhrase } from '../dates/span.ts';
import type { Named } from '../names/directory.ts';

/** What the number of a bound counts in. */
export type BoundUnit = 'percent' | 'money' | 'plain';

/** Words that only say how the others hang together. */
export type BareKind =
  | 'compare'
  | 'than'
  | 'or'
  | 'and'
  | 'each'
  | 'which'
  | 'who'
  | 'how_many'
  | 'how_much'
  | 'how'
  | 'have'
  | 'any'
  | 'all'
  | 'list'
  | 'past'
  | 'future'
  | 'now'
  | 'self'
  | 'when'
  | 'free'
  | 'doing';

type Bare<Kind> = Kind extends string ? { readonly is: Kind } : never;

export type Meaning =
  /** `weak`: what is counted anyway ("people", "places"); it gives way to any other measure. */
  | {
      readonly is: 'measure';
      readonly measures: readonly MeasureName[];
      readonly strength: 'strong' | 'weak';
    }
  /** "average", "rate", "per class", "cost": turn another measure into its ratio or its money. */
  | { readonly is: 'turn'; readonly into: 'average' | 'rate' | 'per_class' | 'per_visit' | 'value' }
  /** A noun for a dimension: "rooms", "class". */
  | { readonly is: 'noun'; readonly dim: DimensionName; readonly isPlural: boolean }
  /** "per room", "weekly", "day by day". */
  | { readonly is: 'by'; readonly dim: DimensionName }
  /** "by", "sorted by": before a measure its order, else nothing of its own. */
  | { readonly is: 'by_word' }
  | {
      readonly is: 'filter';
      readonly dim: DimensionName;
      readonly op: 'is' | 'between';
      readonly values: readonly FilterValue[];
      readonly note?: string;
    }
  | { readonly is: 'name'; readonly candidates: readonly Named[]; readonly isPart: boolean }
  | { readonly is: 'time'; readonly phrase: DatePhrase }
  /** "except", "without"; `after`: "left out", behind what it leaves out. */
  | {
      readonly is: 'not';
      readonly side: 'before' | 'after';
      readonly kind: 'verb' | 'leave_out' | 'but';
    }
  | {
      readonly is: 'bound';
      readonly op: HavingOperator;
      readonly value: number;
      readonly unit: BoundUnit;
      readonly isCount?: boolean;
      /** "lost more than £100": what the number is of, where the words say it. */
      readonly measure?: MeasureName;
    }
  /** "half empty", "profitable": a bound of its own. */
  | {
      readonly is: 'state';
      readonly measure: MeasureName;
      readonly op: HavingOperator;
      readonly value: number;
      /** "how full": then it is only the measure. */
      readonly isMeasureToo: boolean;
    }
  /** "fullest": an order of its own; without a measure it is "best". */
  | {
      readonly is: 'order';
      readonly measures: readonly MeasureName[];
      readonly direction: Direction;
    }
  /** "most", "lowest": the order of a measure that is named. */
  | {
      readonly is: 'direction';
      readonly direction: Direction;
      readonly isComparative: boolean;
      /** "fuller": what it is of where nothing else is named. */
      readonly measures?: readonly MeasureName[];
    }
  /** "lowest first", "ascending". */
  | { readonly is: 'sorted'; readonly direction: Direction }
  | { readonly is: 'count'; readonly value: number }
  /** "second": 2. */
  | { readonly is: 'nth'; readonly value: number }
  /** "5 percent" without "over": a new number for the bound of the question before. */
  | { readonly is: 'amount'; readonly value: number; readonly unit: BoundUnit }
  | {
      readonly is: 'verdict';
      readonly values: readonly string[];
      readonly measures: readonly MeasureName[];
    }
  | Bare<BareKind>
  | { readonly is: 'timetable'; readonly isNext: boolean }
  /** "and", "what about", "same for": the question goes on from the one before. */
  | { readonly is: 'follow'; readonly isAdding: boolean }
  | {
      readonly is: 'refuse';
      readonly reason: RefusalReason;
      readonly message: string;
    };

export type RefusalReason =
  | 'members'
  | 'cause'
  | 'forecast'
  | 'not_in_data'
  | 'peak'
  | 'rows'
  | 'judged'
  | 'greeting'
  | 'order';

export type Mark = Meaning & {
  readonly at: number;
  readonly length: number;
  /** As it stands in the text. */
  readonly typed: string;
  /** "bookings, no-shows": one of a list. */
  readonly isAfterComma: boolean;
};

export type MarkOf<Is extends Meaning['is']> = Extract<Mark, { is: Is }>;
