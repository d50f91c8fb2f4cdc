/**
 * The value of each measure, out of the sums of its classes, and the figures of one row: rounded as they are shown,
 * and why some are not known.
 */

import { moneyIn, roundedAverage, roundedRate } from '../reports/field.ts';
import { isOfMoney, knowsOf, MEASURES, type MeasureName } from './catalogue.ts';
import {
  type AttendanceBasis,
  attendanceBasis,
  type NoShowsBasis,
  noShowsBasis,
  type Sources,
  Sums,
  type Total,
} from './sums.ts';

interface Valued {
  /** How many classes are in it. */
  readonly n: (sums: Sums) => number;
  readonly value: (sums: Sums) => number | null;
}

/** Rounding errors of doubles must not ask for one person more. */
const TINY = 1e-9;

const ofN = ({ of }: Sums) => of;
const placesN = ({ places }: Sums) => places.n;
const noShowsN = ({ noShows }: Sums) => noShows.n;

const total = (totalOf: (sums: Sums) => Total): Valued => ({
  n: (sums) => totalOf(sums).n,
  value: (sums) => totalOf(sums).known,
});
const mean = (totalOf: (sums: Sums) => Total): Valued => ({
  n: (sums) => totalOf(sums).n,
  value: (sums) => ratio(totalOf(sums).sum, totalOf(sums).n),
});

export const VALUES: Readonly<Record<MeasureName, Valued>> = {
  sessions: { n: ofN, value: ofN },
  held: { n: ofN, value: ({ held }) => held },
  cancelled: { n: ofN, value: ({ cancelled }) => cancelled },
  attended: total(({ attended }) => attended),
  capacity: total(({ capacity }) => capacity),
  fill_rate: { n: placesN, value: (sums) => ratio(sums.placesAttended, sums.places.sum) },
  average_attendance: mean(({ attended }) => attended),
  fill_goal: {
    n: ({ fillGoal }) => fillGoal.n,
    value: ({ fillGoal, fillGoalPlaces }) => ratio(fillGoal.sum, fillGoalPlaces),
  },
  attendance_goal: mean(({ attendanceGoal }) => attendanceGoal),
  booked: total(({ booked }) => booked),
  no_shows: total(({ noShows }) => noShows),
  no_show_rate: { n: noShowsN, value: (sums) => ratio(sums.noShows.sum, sums.noShowsBooked) },
  walk_ins: total(({ walkIns }) => walkIns),
  late_cancels: total(({ lateCancels }) => lateCancels),
  waitlisted: total(({ waitlisted }) => waitlisted),
  empty_seats: total(({ emptySeats }) => emptySeats),
  over_capacity: total(({ over }) => over),
  revenue: total(({ revenue }) => revenue),
  cost: total(({ cost }) => cost),
  pay: total(({ pay }) => pay),
  profit: total(({ profit }) => profit),
  profit_per_class: mean(({ profit }) => profit),
  revenue_per_visit: { n: ({ earned }) => earned.n, value: perVisitOf },
  empty_seat_value: total(({ emptyValue }) => emptyValue),
  breakeven_attendance: {
    n: (sums) => (perVisitOf(sums) === null ? sums.pricedN : sums.costedN),
    value: breakevenOf,
  },
  slot_index: {
    n: ({ expected }) => expected.n,
    value: (sums) => ratio(sums.expectedAttended, sums.expected.sum),
  },
  trend: { n: placesN, value: trendOf },
};

/** What a visit brought in, thousandths; not a whole number. */
export function perVisitOf({ earned, visits }: Sums): number | null {
  return ratio(earned.sum, visits);
}

/**
 * Fixed costs over what a visit leaves, over classes whose costs are known. A visit brings in what it did, else what is
 * configured. Source: docs/method.md#break-even.
 */
function breakevenOf(sums: Sums): number | null {
  const perVisit = perVisitOf(sums);
  const [n, fixed, margin] =
    perVisit === null
      ? [sums.pricedN, sums.pricedFixed, sums.price - sums.pricedVisitCost]
      : [sums.costedN, sums.fixed, perVisit * sums.costedN - sums.visitCost];
  return n === 0 || margin <= 0 ? null : Math.max(0, Math.ceil(fixed / margin - TINY));
}

function trendOf({ halves }: Sums): number | null {
  const [before, after] = halves.map(({ attended, places }) => ratio(attended, places));
  return before == null || after == null ? null : after - before;
}

export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
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
  if (unit === 'rate' || unit === 'index') return roundedRate(value);
  return kind === 'ratio' ? roundedAverage(value) : value;
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
    return [
      measure,
      value === null ? null : roundedRate(ratio(value, valueIn(whole, measure) ?? 0)),
    ];
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
