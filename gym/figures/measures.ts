/**
 * The value of each measure, out of the sums of its classes, and the figures of one row: rounded as they are shown,
 * and why some are not known.
 */

import { moneyIn, rounded, roundedRate } from '../reports/field.ts';
import { addsUp, isOfMoney, knowsOf, MEASURES, type MeasureName } from './catalogue.ts';
import { attendanceBasis, halvesOf, noShowsBasis, Sums } from './sums.ts';

/** Rounding errors of doubles must not ask for one person more. */
const TINY = 1e-9;
/** In shorter halves stand other weekdays, which says nothing of where a class is going. */
export const TREND_DAYS = 14;

/** In place of the sums of days that the data do not cover. */
export const NOT_COVERED = new Sums([]);

/** Unrounded; money in thousandths. Null where no class knows it. */
export function measured(sums: Sums, measure: MeasureName): number | null {
  if (sums === NOT_COVERED) return null;
  if (measure === 'trend') {
    const [before, after] = halvesOf(sums).map(({ sum, whole }) => ratio(sum, whole));
    return changeFrom(after, before);
  }
  if (measure === 'breakeven_attendance') return breakevenOf(sums);
  const { n, sum, whole } = sums.total(measure);
  if (!addsUp(measure)) return ratio(sum, whole);
  return n === 0 && knowsOf(measure).length > 0 ? null : sum;
}

/** How many classes are in a measure. */
export function classesIn(sums: Sums, measure: MeasureName): number {
  const isPriced = measure === 'breakeven_attendance' && perVisitOf(sums) === null;
  return sums.total(isPriced ? 'priced' : measure).n;
}

/** What a visit brought in, thousandths; not a whole number. */
export function perVisitOf(sums: Sums): number | null {
  return measured(sums, 'revenue_per_visit');
}

/**
 * Fixed costs over what a visit leaves, over classes whose costs are known. A visit brings in what it did, else what is
 * configured. Source: docs/method.md#break-even.
 */
function breakevenOf(sums: Sums): number | null {
  const perVisit = perVisitOf(sums);
  const [costed, priced] = [sums.total('breakeven_attendance'), sums.total('priced')];
  const [fixed, margin] =
    perVisit === null
      ? [priced.sum, priced.whole]
      : [costed.sum, perVisit * costed.n - costed.whole];
  return margin <= 0 ? null : Math.max(0, Math.ceil(fixed / margin - TINY));
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

export function changeFrom(later: number | null = null, earlier: number | null = null) {
  return later === null || earlier === null ? null : later - earlier;
}

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

type PerMeasure<Value> = Readonly<Partial<Record<MeasureName, Value>>>;

/** Of a row or of all: measures rounded, money in units of the currency. */
export type RowFigures = ReturnType<typeof figuresOfRow>;

/** The classes of a row. */
export interface RowSums {
  readonly sums: Sums;
  /** Of the range. */
  readonly days: number;
}

/** As {@link measured}, and null for a trend of a few days. */
export function valueIn({ sums, days }: RowSums, measure: MeasureName): number | null {
  return measure === 'trend' && days < TREND_DAYS ? null : measured(sums, measure);
}

/** How many of the classes could have what a measure is made of. */
export function possibleOf(measure: MeasureName, sums: Sums): number {
  const [first] = knowsOf(measure);
  if (first === 'held') return sums.total('held').sum;
  return sums.total('sessions').n - (first === 'not_cancelled' ? sums.total('cancelled').sum : 0);
}

/** What a value is divided by before people see it: money is in thousandths. */
export function unitOf(measure: MeasureName): number {
  return MEASURES[measure].unit === 'money' ? 1_000 : 1;
}

/** As it is shown: money in units of the currency. */
export function shown(measure: MeasureName, value: number | null, currency: string | null) {
  const { unit, kind } = MEASURES[measure];
  if (unit === 'money') return moneyIn(currency)(value);
  if (unit === 'rate' || unit === 'index') return roundedRate(value);
  return kind === 'ratio' ? rounded(value, 2) : value;
}

/** What is shown of rows. */
interface Shown {
  readonly measures: readonly MeasureName[];
  readonly currency: string | null;
  /** What rows have a share of; left out where no share is shown. */
  readonly whole?: RowSums;
  /** Measures of which no change is given. */
  readonly unchanged?: PerMeasure<unknown>;
}

/** @param before The same row in the range to compare with; null without one. */
export function figuresOfRow(
  { measures, currency, whole, unchanged = {} }: Shown,
  row: RowSums,
  before: RowSums | null,
) {
  const of = <Value>(value: (measure: MeasureName) => Value): PerMeasure<Value> =>
    Object.fromEntries(measures.map((name) => [name, value(name)]));
  const value = (name: MeasureName) => valueIn(row, name);
  const earlier = (name: MeasureName) => before && valueIn(before, name);
  // Of measures that add up.
  const shareOf = (name: MeasureName) => {
    const part = whole && value(name);
    return part == null ? null : roundedRate(ratio(part, valueIn(whole as RowSums, name) ?? 0));
  };
  const reasons = measures.flatMap((name) => {
    if (value(name) === null) return [[name, reasonOf(name, row)] as const];
    return whole && shareOf(name) === null ? [[name, 'nothing_to_divide'] as const] : [];
  });
  const ofReasons: PerMeasure<NullReason> = Object.fromEntries(reasons);
  const attendance = attendanceBasis(row.sums);
  /** What attendance counts, with its classes by source, and how no-shows were found; null where no class is in it. */
  const basis = {
    ...(countsPeople(measures) && { attendance, sources: { ...row.sums.sources } }),
    ...(countsNoShows(measures) && { no_shows: noShowsBasis(row.sums) }),
  };
  return {
    ...of((name) => shown(name, value(name), currency)),
    /** How many classes are in each measure. */
    n: of((name) => classesIn(row.sums, name)),
    /** Classes of the row, cancelled and future ones too. */
    of: row.sums.total('sessions').n,
    ...(Object.keys(basis).length > 0 && { basis }),
    ...(reasons.length > 0 && { reasons: ofReasons }),
    ...(whole && { share: of(shareOf) }),
    ...(before && {
      previous: of((name) => shown(name, earlier(name), currency)),
      change: of((name) =>
        name in unchanged ? null : shown(name, changeFrom(value(name), earlier(name)), currency),
      ),
    }),
  };
}

/** Whether any of them depends on who came. */
export function countsPeople(measures: readonly MeasureName[]): boolean {
  return measures.some((name) => isOfMoney(name) || knowsOf(name).includes('attendance'));
}

export function countsNoShows(measures: readonly MeasureName[]): boolean {
  return measures.some((name) => knowsOf(name).includes('no_shows'));
}

function reasonOf(measure: MeasureName, { sums, days }: RowSums): NullReason {
  if (sums === NOT_COVERED) return 'not_covered';
  const { n: classes } = sums.total('sessions');
  if (classes === 0) return 'no_classes';
  if (classes === sums.total('cancelled').sum) return 'all_cancelled';
  const knows = knowsOf(measure);
  if (knows.includes('held') && sums.total('held').sum === 0) return 'none_held';
  if (measure === 'trend' && days < TREND_DAYS) return 'range_too_short';
  if (classesIn(sums, measure) > 0) {
    if (measure === 'trend') return 'half_unknown';
    return measure === 'breakeven_attendance' ? 'no_margin' : 'nothing_to_divide';
  }
  return unknownOf(measure, sums);
}

/** What no class of the row knows. */
function unknownOf(measure: MeasureName, sums: Sums): NullReason {
  const knows = knowsOf(measure);
  if (knows.includes('attendance') && attendanceBasis(sums) === null) return 'attendance_unknown';
  // Of money either side may be unknown.
  if (knows.includes('revenue') && knows.includes('cost') && sums.total('revenue').n === 0) {
    return 'revenue_unknown';
  }
  if (measure === 'breakeven_attendance' && sums.total(measure).n === 0) return 'cost_unknown';
  if (measure === 'fill_goal' && sums.total('fill_rate').n === 0) return 'capacity_unknown';
  const last = knows.at(-1);
  if (last === undefined || last === 'held' || last === 'not_cancelled') return 'no_classes';
  return last === 'slot' ? 'nothing_compares' : `${last}_unknown`;
}
