/** What a query is answered with: the members of the answer over the wire, but for the head that names the gym. */

import type { MeasureName } from './catalogue.ts';
import type { DimensionLabel, DimensionName } from './dimensions.ts';
import type { FilterValue, NormalQuery, QueryRange } from './query.ts';
import type { AttendanceBasis, NoShowsBasis } from './sources.ts';
import type { Sources } from './sums.ts';

/** Why a measure is null. Codes are stable; the text is for people. */
export const NULL_REASONS = {
  not_covered: 'The data do not cover these days.',
  no_classes: 'There are no classes.',
  none_held: 'No class has taken place yet.',
  all_cancelled: 'All classes were cancelled.',
  attendance_unknown: 'No one was counted.',
  capacity_unknown: 'The capacity is not known.',
  bookings_unknown: 'No bookings were imported.',
  no_shows_unknown: 'Neither check-ins nor counts say who came.',
  late_cancels_unknown: 'No late cancels were imported.',
  waiting_list_unknown: 'No waiting list was imported.',
  revenue_unknown: 'Neither revenue nor revenue per visit is known.',
  cost_unknown: 'No cost is configured.',
  price_unknown: 'What a visit brings in is not known.',
  goal_unknown: 'No goal is configured.',
  nothing_compares: 'No other class of the same name, weekday and start was counted.',
  nothing_to_divide: 'There is nothing to divide by.',
  no_margin: 'A visit brings in no more than it costs.',
  half_unknown: 'A half of the range has no fill rate.',
  range_too_short: 'The range is shorter than two weeks.',
} as const;

export type NullReason = keyof typeof NULL_REASONS;

/** Why no change of a measure is given, in any row. Codes are stable; the text is for people. */
export const CHANGE_REASONS = {
  not_covered: 'The data do not cover all the days of both ranges.',
  classes_to_come: 'The measure also counts classes to come, and the other range has none of them.',
} as const;

export type ChangeReason = keyof typeof CHANGE_REASONS;

type Figures = Readonly<Partial<Record<MeasureName, number | null>>>;

/** Of a row or of all: measures rounded, money in units of the currency. */
export interface RowFigures extends Figures {
  /** How many classes are in each measure. */
  readonly n: Readonly<Partial<Record<MeasureName, number>>>;
  /** Classes of the row, cancelled and future ones too. */
  readonly of: number;
  /** What attendance counts and how no-shows were found, where a measure depends on it; null where no class is in it. */
  readonly basis?: {
    readonly attendance?: AttendanceBasis | null;
    /** Classes in the attendance, by its source. */
    readonly sources?: Readonly<Sources>;
    readonly no_shows?: NoShowsBasis | null;
  };
  /** Of the measures that are null, or whose share is; absent where none is. */
  readonly reasons?: Readonly<Partial<Record<MeasureName, NullReason>>>;
  /** Of the total, a fraction; absent where it was not asked for. */
  readonly share?: Figures;
  /** Of the range to compare with; absent without one. */
  readonly previous?: Figures;
  readonly change?: Figures;
}

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
