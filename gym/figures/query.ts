/**
 * One query behind every figure: measures of class sessions, by dimensions, filtered, ordered and compared; and what
 * it is answered with.
 */

import { type Static, Type } from 'typebox';
import { optional } from '../reports/field.ts';
import { isMeasure, MEASURE_NAMES, type MeasureName } from './catalogue.ts';
import { DIMENSION_NAMES, type DimensionLabel, type DimensionName } from './dimensions.ts';
import type { RowFigures } from './measures.ts';

const closed = { additionalProperties: false } as const;

/** What one query may ask for at most. `filters` are those of `where` and `having` together. */
export const QUERY_LIMITS = {
  measures: 8,
  dimensions: 3,
  filters: 20,
  /** Values of one filter. */
  values: 100,
  /** Rows of one page. */
  rows: 1_000,
  /** Where `limit` is left out. */
  usualRows: 100,
  offset: 1_000_000,
  /** Longest name or id, characters. */
  text: 200,
  /** Longest range, days: the five years and more that a history holds. */
  days: 3_660,
} as const;

const L = QUERY_LIMITS;

const FILTER_OPERATORS = ['is', 'is_not', 'between'] as const;
export const HAVING_OPERATORS = ['<', '<=', '>', '>='] as const;
export const COMPARED = ['previous', 'last_year'] as const;

export const MEASURE = Type.Enum(MEASURE_NAMES as [MeasureName, ...MeasureName[]], {
  description: 'A measure of the catalogue.',
});
export const DIMENSION = Type.Enum(DIMENSION_NAMES as [DimensionName, ...DimensionName[]], {
  description: 'A dimension of the catalogue.',
});
export const NAME = Type.Union([MEASURE, DIMENSION]);
const DATE = Type.String({ format: 'date', description: 'In the zone of the gym.' });
export const FILTER_VALUE = Type.Union([
  Type.String({ maxLength: L.text }),
  Type.Integer(),
  Type.Boolean(),
  Type.Null(),
]);
export const FILTER = Type.Tuple(
  [
    DIMENSION,
    Type.Enum(FILTER_OPERATORS),
    Type.Array(FILTER_VALUE, { minItems: 1, maxItems: L.values }),
  ],
  {
    description:
      '`is` any of the values, `is_not` any of them, or `between` two, both included. Null is "none". A class may be a word of names or a family.',
  },
);
const HAVING = Type.Tuple([MEASURE, Type.Enum(HAVING_OPERATORS), Type.Number()], {
  description: 'A bound of a measure of the row. Unknown is never within it.',
});
const ORDER = Type.Tuple([NAME, Type.Enum(['asc', 'desc'])], {
  description: 'Unknown comes last either way.',
});
export const RANGE = Type.Object({ from: DATE, to: DATE }, closed);

const MEMBERS = {
  measures: Type.Array(MEASURE, { minItems: 1, maxItems: L.measures, uniqueItems: true }),
  by: Type.Array(DIMENSION, {
    maxItems: L.dimensions,
    uniqueItems: true,
    description: 'What the rows are of; none is one row.',
  }),
  from: DATE,
  to: DATE,
  where: Type.Array(FILTER, { maxItems: L.filters, description: 'All of them hold.' }),
  having: Type.Array(HAVING, {
    maxItems: L.filters,
    description: 'All of them hold of a row. `total` is of all rows all the same.',
  }),
  order: Type.Array(ORDER, { maxItems: L.measures + L.dimensions }),
  limit: Type.Integer({ minimum: 1, maximum: L.rows }),
  offset: Type.Integer({ minimum: 0, maximum: L.offset }),
  share: Type.Boolean({
    description: 'Rows also have their share of the total, where measures add up.',
  }),
  fill: Type.Enum(['none', 'gaps'], {
    description: '`gaps`: days, weeks and months without classes have a row too.',
  }),
};

const OPTIONAL = optional({
  ...MEMBERS,
  from: Type.String({
    format: 'date',
    description: 'First day, in the zone of the gym. Default: 41 days before `to`.',
  }),
  to: Type.String({ format: 'date', description: 'Last day, itself included. Default: today.' }),
  compare: Type.Union([RANGE, Type.Enum(COMPARED)], {
    description: 'A second range, as many days just before, or the same weekdays 364 days before.',
  }),
});

/** As it is asked. */
export const QUERY = Type.Object(
  { ...OPTIONAL, measures: MEMBERS.measures },
  { ...closed, title: 'FiguresQuery', description: 'Measures of classes, by dimensions.' },
);

/** With defaults filled in, and ids for names. */
export const NORMAL_QUERY = Type.Object(
  { ...MEMBERS, compare: Type.Union([RANGE, Type.Null()]) },
  { ...closed, title: 'NormalFiguresQuery', description: 'The query that was answered.' },
);

type Fixed<T> = T extends object ? { readonly [Name in keyof T]: Fixed<T[Name]> } : T;

/** As it is asked: what is left out has a default. */
export type FiguresQuery = Fixed<Static<typeof QUERY>>;
/** With all defaults filled in and names resolved to ids: what is computed, and `query` of the answer. */
export type NormalQuery = Fixed<Static<typeof NORMAL_QUERY>>;
export type FilterValue = Static<typeof FILTER_VALUE>;
export type QueryFilter = NormalQuery['where'][number];
export type QueryHaving = NormalQuery['having'][number];
export type QueryOrder = NormalQuery['order'][number];
export type HavingOperator = QueryHaving[1];
export type Direction = QueryOrder[1];
export type QueryRange = Fixed<Static<typeof RANGE>>;

/** Measures that are shown, bounded or ordered by. */
export function measuresIn({ measures, having, order }: NormalQuery): readonly MeasureName[] {
  const ordering = order.map(([name]) => name).filter(isMeasure);
  return [...new Set([...measures, ...having.map(([measure]) => measure), ...ordering])];
}

/** Why no change of a measure is given, in any row. Codes are stable; the text is for people. */
export const CHANGE_REASONS = {
  not_covered: 'The data do not cover all the days of both ranges.',
  classes_to_come: 'The measure also counts classes to come, and the other range has none of them.',
} as const;

export type ChangeReason = keyof typeof CHANGE_REASONS;

/** With the values of `by` and what they are called; of a session also what it says of itself. */
export interface FiguresRow
  extends RowFigures,
    Readonly<Partial<Record<DimensionName, FilterValue>>>,
    Readonly<Partial<Record<DimensionLabel, string | null>>> {}

/** As it goes over the wire, without the head that names the gym. */
export interface FiguresAnswer {
  readonly query: NormalQuery;
  /** The days of the range that the data cover; null is none. */
  readonly covered: QueryRange | null;
  readonly rows: readonly FiguresRow[];
  /** Of all classes that `where` lets through. */
  readonly total: RowFigures;
  /** Of the measures without a change in any row; absent where there is none. */
  readonly change_reasons?: Readonly<Partial<Record<MeasureName, ChangeReason>>>;
  /** Rows before `limit` and `offset`. */
  readonly row_count: number;
  /** Classes that each measure of the total could be of: those held, or those not cancelled. Not published. */
  readonly possible: Readonly<Partial<Record<MeasureName, number>>>;
  /** Sentences that a reader needs with the numbers. */
  readonly notes: readonly string[];
}
