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

export interface Ordered {
  readonly order: QueryOrder[];
  readonly limit: number | null;
  readonly offset: number;
  /** Measures that an order brings along: "fullest". */
  readonly measures: MeasureName[];
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

export const notUnderstood = (message: string): Stop => ({ stop: 'not_understood', message });

export const unread = (words: readonly string[]): Stop => ({
  stop: 'not_understood',
  message: `Not understood: ${words.map((word) => `“${word}”`).join(', ')}.`,
});

/** A follow-up edits the query before: what it names takes the place of the same there, the rest stays. */
export function merged(own: Draft, base: Draft, isAdding = false): Draft {
  // "For all trainers" after one of them: a row alone would be no breakdown.
  const isOpened = ([dim, op, values]: QueryFilter): boolean =>
    own.by.includes(dim) && op === 'is' && values.length === 1;
  const where = mergedWhere(
    own.where,
    base.where.filter((one) => !isOpened(one)),
  );
  const hasRange = own.range !== null;
  const time = hasRange
    ? { range: own.range, span: own.span, compare: own.compare }
    : { range: base.range, span: base.span, compare: own.compare ?? base.compare };
  // "Who teaches it?": at the time that was asked about before.
  const isTimed = own.kind !== 'timetable' || own.span !== null || base.range === null;
  if (own.kind !== 'figures')
    return isTimed ? { ...own, where } : { ...own, where, range: base.range, span: base.span };
  if (base.kind !== 'figures') return { ...own, where, ...(base.kind === 'now' ? {} : time) };
  const or = <T>(mine: readonly T[], theirs: readonly T[]): T[] => [
    ...(mine.length > 0 ? mine : theirs),
  ];
  const both = <T>(mine: readonly T[], theirs: readonly T[]): T[] =>
    isAdding ? [...new Set([...theirs, ...mine])] : or(mine, theirs);
  // "Do they make money?" of the classes under 50 %: those it stays.
  const having = own.having.length > 0 ? own.having : base.having;
  const measures = [
    ...new Set([...both(own.measures, base.measures), ...having.map(([measure]) => measure)]),
  ];
  const isOtherRows = own.by.length > 0 && own.order.length === 0;
  return {
    ...base,
    ...time,
    where,
    measures,
    by: both(own.by, base.by),
    having,
    order: or(own.order, orderOf(own, base)),
    limit: own.limit ?? (isOtherRows ? null : base.limit),
  };
}

/** The order of before, of the figure that is named now. */
function orderOf(own: Draft, base: Draft): Draft['order'] {
  const [measure] = own.measures;
  if (own.by.length > 0) return [];
  if (measure === undefined || own.measures.some((one) => base.measures.includes(one)))
    return base.order;
  return base.order.map(([, direction]) => [measure, direction]);
}

/** "and Darius?" after Tom; "without Fridays" besides what was kept. */
function mergedWhere(own: readonly QueryFilter[], base: readonly QueryFilter[]): QueryFilter[] {
  const isReplaced = ([dim, op]: QueryFilter): boolean =>
    own.some(
      ([other, otherOp]) =>
        kindOf(dim) === kindOf(other) && (op === 'is_not') === (otherOp === 'is_not'),
    );
  return [...base.filter((one) => !isReplaced(one)), ...own];
}

/** A clock time and a part of the day say the same thing. */
function kindOf(dim: string): string {
  return dim === 'start_time' ? 'part_of_day' : dim;
}
