/** What a query is answered with, before it is written for anybody. */

import type { MeasureName } from './catalogue.ts';
import type { DimensionName } from './dimensions.ts';
import type { FilterValue, NormalQuery } from './query.ts';

/** Why a measure is null. Codes are stable; the text is for people. */
export const NULL_REASONS = {
  no_classes: 'There are no classes.',
  none_held: 'No class has taken place yet.',
  all_cancelled: 'All classes were cancelled.',
  attendance_unknown: 'Nobody was counted.',
  capacity_unknown: 'The capacity is not known.',
  bookings_unknown: 'No bookings were imported.',
  no_shows_unknown: 'Neither check-ins nor counts say who came.',
  late_cancels_unknown: 'No late cancels were imported.',
  waiting_list_unknown: 'No waiting list was imported.',
  revenue_unknown: 'Neither revenue nor revenue per visit is known.',
  cost_unknown: 'No cost is configured.',
  price_unknown: 'What a visit brings in is not known.',
  nothing_compares: 'No other class of the same name, weekday and start was counted.',
  nothing_to_divide: 'There is nothing to divide by.',
  no_margin: 'A visit brings in no more than it costs.',
  half_unknown: 'A half of the range has no fill rate.',
  range_too_short: 'The range is shorter than two weeks.',
} as const;

export type NullReason = keyof typeof NULL_REASONS;

type Figures = Readonly<Partial<Record<MeasureName, number | null>>>;

/** Rounded, money in units of the currency. */
export interface RowFigures {
  readonly values: Figures;
  /** How many classes are in each measure. */
  readonly n: Readonly<Partial<Record<MeasureName, number>>>;
  /** Classes of the row, cancelled and future ones too. */
  readonly of: number;
  /** What attendance counts in the row, and how no-shows were found; null where unknown. */
  readonly attendanceBasis: 'present' | 'checked_in' | null;
  readonly noShowsBasis: 'roster' | 'net' | null;
  /** Of the measures that are null. */
  readonly reasons: Readonly<Partial<Record<MeasureName, NullReason>>>;
  /** Of the range to compare with; null without one. */
  readonly previous: Figures | null;
  readonly change: Figures | null;
}

export interface FiguresRow extends RowFigures {
  /** Values of `by`, and what they are called. */
  readonly keys: Readonly<Partial<Record<DimensionName, FilterValue>>>;
  readonly labels: Readonly<Partial<Record<DimensionName, string | null>>>;
}

export interface FiguresAnswer {
  readonly query: NormalQuery;
  readonly rows: readonly FiguresRow[];
  /** Of all classes that `where` lets through. */
  readonly total: RowFigures;
  /** Rows before `limit` and `offset`. */
  readonly rowCount: number;
  /** Sentences of what is to be known beside the numbers. */
  readonly notes: readonly string[];
}
