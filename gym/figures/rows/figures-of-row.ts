/** The figures of one row out of its sums: rounded as they are shown, and why some are not known. */

import { average, moneyIn, rate } from '../../reports/fields/rounding.ts';
import type { NullReason, RowFigures } from '../answer.ts';
import { type Known, MEASURES, type MeasureName } from '../catalogue.ts';
import type { GroupSums, Layout } from '../compute/parts.ts';
import { isRoster, VALUES } from '../compute/values.ts';

/** In shorter halves stand other weekdays, which says nothing of where a class is going. */
const TREND_DAYS = 14;

export interface RowMaker {
  readonly measures: readonly MeasureName[];
  readonly currency: string | null;
  readonly layout: Layout;
  /** Of the range. */
  readonly days: number;
}

/** Unrounded; money in thousandths. */
export function valueIn(row: GroupSums, measure: MeasureName, days: number): number | null {
  if (measure === 'trend' && days < TREND_DAYS) return null;
  return VALUES[measure].value(row);
}

/** What a value is divided by before people see it: money is in thousandths. */
export function unitOf(measure: MeasureName): number {
  return MEASURES[measure].unit === 'money' ? 1_000 : 1;
}

/** As it is shown: money in units of the currency. */
export function shown(
  measure: MeasureName,
  value: number | null,
  currency: string | null,
): number | null {
  const { unit, kind } = MEASURES[measure];
  if (unit === 'money') return moneyIn(currency)(value);
  if (unit === 'rate' || unit === 'index') return rate(value);
  return kind === 'ratio' ? average(value) : value;
}

/** @param before Sums of the same row in the range to compare with; null without one. */
export function figuresOfRow(
  { measures, currency, layout, days }: RowMaker,
  row: GroupSums,
  before: { readonly row: GroupSums; readonly days: number } | null,
): RowFigures {
  const values: Partial<Record<MeasureName, number | null>> = {};
  const n: Partial<Record<MeasureName, number>> = {};
  const reasons: Partial<Record<MeasureName, NullReason>> = {};
  const previous: Partial<Record<MeasureName, number | null>> = {};
  const change: Partial<Record<MeasureName, number | null>> = {};
  for (const measure of measures) {
    const value = valueIn(row, measure, days);
    values[measure] = shown(measure, value, currency);
    n[measure] = VALUES[measure].n(row);
    if (value === null) reasons[measure] = reasonOf(measure, row, days);
    if (before === null) continue;
    const earlier = valueIn(before.row, measure, before.days);
    previous[measure] = shown(measure, earlier, currency);
    change[measure] =
      value === null || earlier === null ? null : shown(measure, value - earlier, currency);
  }
  const basis = basisOf(measures, layout, row);
  return {
    ...values,
    n,
    of: row.sum('of'),
    ...(Object.keys(basis).length === 0 ? {} : { basis }),
    ...(Object.keys(reasons).length === 0 ? {} : { reasons }),
    ...(before === null ? {} : { previous, change }),
  };
}

const NO_SHOWS = new Set<MeasureName>(['no_shows', 'no_show_rate']);
const COUNTS_NOBODY = new Set<MeasureName>([
  ...(['sessions', 'held', 'cancelled', 'capacity', 'booked', 'late_cancels'] as const),
  ...(['waitlisted', ...NO_SHOWS] as const),
]);

/** Only where a measure depends on it. */
function basisOf(
  measures: readonly MeasureName[],
  layout: Layout,
  row: GroupSums,
): NonNullable<RowFigures['basis']> {
  const isCounted = row.basis !== null && measures.some((name) => !COUNTS_NOBODY.has(name));
  const isMissed = measures.some((name) => NO_SHOWS.has(name));
  const isFound = isMissed && layout.has('noShows') && VALUES.no_shows.n(row) > 0;
  return {
    ...(isCounted ? { attendance: row.basis === 0 ? 'present' : 'checked_in' } : {}),
    ...(isFound ? { no_shows: isRoster(row) ? 'roster' : 'net' } : {}),
  };
}

const REASON_OF: Readonly<Record<Exclude<Known, 'held' | 'not_cancelled'>, NullReason>> = {
  attendance: 'attendance_unknown',
  capacity: 'capacity_unknown',
  bookings: 'bookings_unknown',
  no_shows: 'no_shows_unknown',
  late_cancels: 'late_cancels_unknown',
  waiting_list: 'waiting_list_unknown',
  revenue: 'revenue_unknown',
  cost: 'cost_unknown',
  price: 'price_unknown',
  slot: 'nothing_compares',
};

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the reasons in their order
function reasonOf(measure: MeasureName, row: GroupSums, days: number): NullReason {
  if (row.sum('of') === 0) return 'no_classes';
  if (row.sum('of') === row.sum('cancelled')) return 'all_cancelled';
  const knows: readonly Known[] = MEASURES[measure].knows;
  if (knows.includes('held') && row.sum('held') === 0) return 'none_held';
  if (measure === 'trend' && days < TREND_DAYS) return 'range_too_short';
  if (VALUES[measure].n(row) > 0) {
    if (measure === 'trend') return 'half_unknown';
    return measure === 'breakeven_attendance' ? 'no_margin' : 'nothing_to_divide';
  }
  if (knows.includes('attendance') && row.basis === null) return 'attendance_unknown';
  // Of money either side may be unknown.
  if (knows.includes('revenue') && knows.includes('cost') && row.sum('revenueN') === 0) {
    return 'revenue_unknown';
  }
  if (measure === 'breakeven_attendance' && row.sum('costedN') === 0) return 'cost_unknown';
  const last = knows.at(-1);
  return last === undefined || last === 'held' || last === 'not_cancelled'
    ? 'no_classes'
    : REASON_OF[last];
}
