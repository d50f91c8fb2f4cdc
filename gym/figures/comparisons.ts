/** What a class comes to next to others: what a slot draws, what a visit to a series brings in, and verdicts. */

import type { VerdictsConfig } from '../../config/config.ts';
import { addDays, datesRange } from '../calendar/zone.ts';
import { type DateRange, daysIn } from '../reports/period.ts';
import type { SumContext } from './catalogue.ts';
import type { ClassFacts, ClassSeries, ClassTable } from './class-table.ts';
import { measured, perVisitOf } from './measures.ts';
import {
  attendanceBasis,
  halvesOf,
  isCountedOtherwise,
  type PartName,
  partsOf,
  type Sums,
  sumsBy,
} from './sums.ts';

/** Days that classes of a slot are compared over, where the range is shorter. Source: docs/method.md#slot-index. */
export const SLOT_DAYS = 42;

/** What the parts of the sums of a range need to know of other classes, whatever the filters. */
export function* contextOf(
  table: ClassTable,
  { from, to }: DateRange,
  { nowUtcMs, parts }: { readonly nowUtcMs: number; readonly parts: readonly PartName[] },
): Generator<void, SumContext> {
  // Of an odd number of days the one in the middle belongs to the later half.
  const half = addDays(from, Math.floor(daysIn({ from, to }) / 2));
  const earliest = addDays(to, 1 - SLOT_DAYS);
  const compared = { from: earliest < from ? earliest : from, to };
  return {
    nowUtcMs,
    halfUtcMs: datesRange(table.gym.timezone, half, to).fromUtcMs,
    ...(parts.includes('slot_index') && {
      expectedIn: yield* expectations(table.within(compared), nowUtcMs),
    }),
    ...(parts.includes('empty_seat_value') && {
      priceOf: yield* prices(table.within({ from, to }), nowUtcMs),
    }),
  };
}

/** Finds what a visit to a series brought in, else its price as configured, thousandths; null is unknown. */
function* prices(classes: readonly ClassFacts[], nowUtcMs: number) {
  const sums = yield* sumsBy(classes, seriesOf, { nowUtcMs }, ['revenue_per_visit']);
  return (series: ClassSeries): number | null => {
    const own = sums.get(series);
    // Prices hang on the name of a class: all classes of a series have the same.
    return (own && perVisitOf(own)) ?? series.classes[0]?.settings.priceMilli ?? null;
  };
}

const seriesOf = ({ series }: ClassFacts) => series;
/** A name of classes, a weekday and a start, in any room. */
const slotOf = ({ name, minuteOfWeek }: ClassFacts) => `${minuteOfWeek} ${name.key}`;

/**
 * Finds what the others of a class's name, weekday and start drew on average within some classes; null where there are
 * none. Source: docs/method.md#slot-index.
 */
function* expectations(classes: readonly ClassFacts[], nowUtcMs: number) {
  const slots = yield* sumsBy(classes, slotOf, { nowUtcMs }, ['attended']);
  return (facts: ClassFacts) => {
    const { session, attended } = facts;
    const slot = slots.get(slotOf(facts))?.total('attended');
    if (attended === null || slot === undefined || slot.n < 2) return null;
    const isCheckIn = session.attendance?.source === 'import';
    return {
      people: (slot.sum - attended) / (slot.n - 1),
      isOtherwise: slot.checkIns !== (isCheckIn ? slot.n : 0),
    };
  };
}

/** The verdict on each series of some classes. */
export function* verdictsOf(
  classes: readonly ClassFacts[],
  nowUtcMs: number,
  limits: VerdictsConfig,
): Generator<void, ReadonlyMap<ClassSeries, Verdict>> {
  const sums = yield* sumsBy(classes, seriesOf, { nowUtcMs }, JUDGED);
  return new Map([...sums].map(([series, own]) => [series, judge(own, limits).verdict]));
}

/* What a manager should think of a class, and why. Source of the limits: docs/method.md#verdicts; all are configurable. */

const JUDGED = partsOf(['attended', 'fill_rate', 'no_show_rate', 'losses', 'queues']);
/** `dead`: few come. `unprofitable`: more than few come, or how many is unknown, and it loses money. */
export const VERDICTS = [
  'full',
  'healthy',
  'fair',
  'weak',
  'dead',
  'unprofitable',
  'insufficient_data',
] as const;

export type Verdict = (typeof VERDICTS)[number];

/** Every reason a verdict can have, for people. Codes are stable. */
export const VERDICT_REASONS = {
  too_few_graded: 'Fewer occurrences have a graded attendance than a verdict needs.',
  capacity_unknown: 'The capacity of too many occurrences is not known, so there is no fill.',
  low_fill: 'The fill is below the limit of dead classes.',
  loses_money: 'Most occurrences cost more than they bring in.',
  fill_below_weak: 'The fill is below the limit of weak classes.',
  fill_below_fair: 'The fill is below the limit of fair classes.',
  fill_healthy: 'The fill is between the limits of fair and full classes.',
  fill_full: 'The fill reaches the limit of full classes.',
  waitlist: 'People were waiting for a place in most occurrences.',
  no_show_alert: 'More bookings than usual stay away.',
  checked_in_only: 'No heads were counted: the figures are check-ins.',
  source_changed:
    'One half of the window counts more check-ins, the other more people present: part of the trend may come from that.',
} as const;

export type VerdictReason = keyof typeof VERDICT_REASONS;

/**
 * Judges a class: too little data first, then dead, unprofitable, weak, a waiting list, full, fair, healthy. A class that
 * loses money in most of its occurrences is unprofitable however full it is, and dead only where few come; one that is weak
 * is not saved by a waiting list, because the people were not there. Nothing is judged by fewer than `minOccurrences` occurrences, losses and waiting lists included.
 */
export function judge(sums: Sums, limits: VerdictsConfig) {
  const [verdict, ...reasons] = judgeFill(sums, limits);
  const noShowRate = measured(sums, 'no_show_rate') ?? 0;
  if (noShowRate > limits.noShowAlert && isEnough(sums, 'no_show_rate', limits)) {
    reasons.push('no_show_alert');
  }
  if (attendanceBasis(sums) === 'checked_in') reasons.push('checked_in_only');
  if (isCountedOtherwise(...halvesOf(sums))) reasons.push('source_changed');
  // Most important first.
  return { verdict, verdict_reasons: reasons };
}

function judgeFill(sums: Sums, limits: VerdictsConfig): [Verdict, ...VerdictReason[]] {
  if (!isEnough(sums, 'attended', limits)) return ['insufficient_data', 'too_few_graded'];
  const fill = isEnough(sums, 'fill_rate', limits) ? measured(sums, 'fill_rate') : null;
  const isEmpty = fill !== null && fill < limits.deadBelow;
  if (losesMoney(sums, limits)) {
    return isEmpty ? ['dead', 'low_fill', 'loses_money'] : ['unprofitable', 'loses_money'];
  }
  if (isEmpty) return ['dead', 'low_fill'];
  if (fill === null) return ['insufficient_data', 'capacity_unknown'];
  if (fill < limits.weakBelow) return ['weak', 'fill_below_weak'];
  const isFull = fill >= limits.fullFrom;
  const queues = sums.total('queues');
  const isWaitedFor = queues.sum > queues.n / 2 && isEnough(sums, 'queues', limits);
  if (isFull || isWaitedFor) {
    const reasons = [isFull && 'fill_full', isWaitedFor && 'waitlist'] as const;
    return ['full', ...reasons.filter((reason) => reason !== false)];
  }
  return fill < limits.fairBelow ? ['fair', 'fill_below_fair'] : ['healthy', 'fill_healthy'];
}

function losesMoney(sums: Sums, limits: VerdictsConfig): boolean {
  const { n, sum } = sums.total('losses');
  return sum > 0 && sum >= limits.lossShare * n && isEnough(sums, 'losses', limits);
}

function isEnough(sums: Sums, part: PartName, { minOccurrences }: VerdictsConfig): boolean {
  return sums.total(part).n >= minOccurrences;
}
