/** The figures of one row out of its sums: rounded as they are shown, and why some are not known. */

import { average, moneyIn, rate } from '../reports/fields/rounding.ts';
import type { NullReason, RowFigures } from './answer.ts';
import { isOfMoney, knowsOf, MEASURES, type MeasureName } from './catalogue.ts';
import { ratio, VALUES } from './measures.ts';
import { attendanceBasis, noShowsBasis } from './sources.ts';
import { Sums } from './sums.ts';

/** In shorter halves stand other weekdays, which says nothing of where a class is going. */
export const TREND_DAYS = 14;

/** In place of the sums of days that the data do not cover. */
export const NOT_COVERED = new Sums();

/** What is shown of rows. */
export interface Shown {
  readonly measures: readonly MeasureName[];
  readonly currency: string | null;
  /** What rows have a share of; left out where no share is shown. */
  readonly whole?: RowSums;
}

/** The classes of a row. */
export interface RowSums {
  readonly sums: Sums;
  /** Of the range. */
  readonly days: number;
}

/** Unrounded; money in thousandths. */
export function valueIn({ sums, days }: RowSums, measure: MeasureName): number | null {
  if (sums === NOT_COVERED || (measure === 'trend' && days < TREND_DAYS)) return null;
  return VALUES[measure].value(sums);
}

/** How many of the classes could have what a measure is made of. */
export function possibleOf(measure: MeasureName, { of, held, cancelled }: Sums): number {
  const knows = knowsOf(measure);
  if (knows.includes('held')) return held;
  return knows.includes('not_cancelled') ? of - cancelled : of;
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

/** @param before The same row in the range to compare with; null without one. */
export function figuresOfRow(
  { measures, currency, whole }: Shown,
  row: RowSums,
  before: RowSums | null,
): RowFigures {
  const reasons: Partial<Record<MeasureName, NullReason>> = {};
  const share = whole && sharesOf(measures, row, whole);
  const values = measures.map((measure) => valueIn(row, measure));
  const earlier = measures.map((measure) => before && valueIn(before, measure));
  const figures = (of: typeof values) =>
    Object.fromEntries(measures.map((name, at) => [name, shown(name, of[at] ?? null, currency)]));
  for (const [at, measure] of measures.entries()) {
    if (values[at] === null) reasons[measure] = reasonOf(measure, row);
    else if (share?.[measure] === null) reasons[measure] = 'nothing_to_divide';
  }
  const basis = basisOf(measures, row.sums);
  return {
    ...figures(values),
    n: Object.fromEntries(measures.map((measure) => [measure, VALUES[measure].n(row.sums)])),
    of: row.sums.of,
    ...(Object.keys(basis).length === 0 ? {} : { basis }),
    ...(Object.keys(reasons).length === 0 ? {} : { reasons }),
    ...(share && { share }),
    ...(before && {
      previous: figures(earlier),
      change: figures(values.map((value, at) => difference(value, earlier[at] ?? null))),
    }),
  };
}

function difference(later: number | null, earlier: number | null): number | null {
  return later === null || earlier === null ? null : later - earlier;
}

/** Of measures that add up, 4 places; null where the value is unknown or the total is nothing. */
function sharesOf(measures: readonly MeasureName[], row: RowSums, whole: RowSums) {
  const shares = measures.map((measure) => {
    const value = valueIn(row, measure);
    return [measure, value === null ? null : rate(ratio(value, valueIn(whole, measure) ?? 0))];
  });
  return Object.fromEntries(shares) as NonNullable<RowFigures['share']>;
}

/** Whether any of them depends on who came. */
export function countsPeople(measures: readonly MeasureName[]): boolean {
  return measures.some((name) => isOfMoney(name) || knowsOf(name).includes('attendance'));
}

export function countsNoShows(measures: readonly MeasureName[]): boolean {
  return measures.some((name) => knowsOf(name).includes('no_shows'));
}

/** Only where a measure depends on it. */
function basisOf(measures: readonly MeasureName[], sums: Sums): NonNullable<RowFigures['basis']> {
  const { sources } = sums;
  return {
    ...(countsPeople(measures)
      ? { attendance: attendanceBasis(sources), sources: { ...sources } }
      : {}),
    ...(countsNoShows(measures) ? { no_shows: noShowsBasis(sums) } : {}),
  };
}

function reasonOf(measure: MeasureName, { sums, days }: RowSums): NullReason {
  if (sums === NOT_COVERED) return 'not_covered';
  if (sums.of === 0) return 'no_classes';
  if (sums.of === sums.cancelled) return 'all_cancelled';
  const knows = knowsOf(measure);
  if (knows.includes('held') && sums.held === 0) return 'none_held';
  if (measure === 'trend' && days < TREND_DAYS) return 'range_too_short';
  if (VALUES[measure].n(sums) > 0) {
    if (measure === 'trend') return 'half_unknown';
    return measure === 'breakeven_attendance' ? 'no_margin' : 'nothing_to_divide';
  }
  return unknownOf(measure, sums);
}

/** What no class of the row knows. */
function unknownOf(measure: MeasureName, sums: Sums): NullReason {
  const knows = knowsOf(measure);
  if (knows.includes('attendance') && sums.attended.n === 0) return 'attendance_unknown';
  // Of money either side may be unknown.
  if (knows.includes('revenue') && knows.includes('cost') && sums.revenue.n === 0) {
    return 'revenue_unknown';
  }
  if (measure === 'breakeven_attendance' && sums.costedN === 0) return 'cost_unknown';
  const last = knows.at(-1);
  if (last === undefined || last === 'held' || last === 'not_cancelled') return 'no_classes';
  return last === 'slot' ? 'nothing_compares' : `${last}_unknown`;
}
