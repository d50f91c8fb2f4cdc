/** What a question comes down to, before dates are settled for good and the query is made of it. */

import type { MeasureName } from '../../../gym/figures/catalogue.ts';
import type { DimensionName } from '../../../gym/figures/dimensions.ts';
import type { QueryFilter, QueryHaving, QueryOrder } from '../../../gym/figures/query.ts';
import type { Reading } from '../../reader.ts';
import type { Days, Span } from '../dates/span.ts';
import type { RefusalReason } from '../marks/mark.ts';

export type Unclear = Extract<Reading, { kind: 'unclear' }>;

/** Something that stops the reading: the message is for people. */
export interface Stop {
  readonly stop: Unclear['reason'];
  readonly message: string;
  readonly subject?: RefusalReason | 'language';
  /** What to suggest first. */
  readonly suggestions?: readonly string[];
}

/** A name that several share. */
export interface Choice {
  readonly text: string;
  readonly options: readonly {
    readonly label: string;
    readonly start: number;
    readonly end: number;
  }[];
}

export type DraftKind = 'figures' | 'now' | 'timetable';

export interface Draft {
  kind: DraftKind;
  measures: MeasureName[];
  by: DimensionName[];
  where: QueryFilter[];
  having: QueryHaving[];
  order: QueryOrder[];
  limit: number | null;
  offset: number;
  range: Days | null;
  /** What the range was made of: for "the week before". */
  span: Span | null;
  compare: Days | null;
  isNext: boolean;
}

export function emptyDraft(): Draft {
  return {
    kind: 'figures',
    measures: [],
    by: [],
    where: [],
    having: [],
    order: [],
    limit: null,
    offset: 0,
    range: null,
    span: null,
    compare: null,
    isNext: false,
  };
}

export function isStop(value: object): value is Stop {
  return 'stop' in value;
}

export const unread = (words: readonly string[]): Stop => ({
  stop: 'not_understood',
  message: `Not understood: ${words.map((word) => `“${word}”`).join(', ')}.`,
});
