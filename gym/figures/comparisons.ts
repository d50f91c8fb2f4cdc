/** What a class comes to beside others: verdicts and prices of series, and what a slot draws. */

import type { VerdictsConfig } from '../../config/config.ts';
import { WEEK_MINUTES } from '../calendar/zone.ts';
import { isHeld } from '../sessions/session.ts';
import { inChunks } from './chunks.ts';
import type { ClassFacts, ClassSeries } from './class-table.ts';
import { perVisitOf, VALUES } from './measures.ts';
import {
  attendanceBasis,
  type Expected,
  isCountedOtherwise,
  type SumContext,
  Sums,
} from './sums.ts';

/** Days that classes of a slot are compared over, where the range is shorter. Source: docs/method.md#slot-index. */
export const SLOT_DAYS = 42;

/** The sums of each series that has any of the classes, in the order in which they first come. */
export function* sumsBySeries(
  classes: readonly ClassFacts[],
  context: SumContext,
): Generator<void, ReadonlyMap<ClassSeries, Sums>> {
  const bySeries = new Map<ClassSeries, Sums>();
  yield* inChunks(classes, (facts) => {
    const sums = bySeries.get(facts.series) ?? new Sums();
    bySeries.set(facts.series, sums);
    sums.add(facts, context);
  });
  return bySeries;
}

/** The verdict on each series, as a place in {@link VERDICTS}. */
export function verdictsOf(
  bySeries: ReadonlyMap<ClassSeries, Sums>,
  limits: VerdictsConfig,
): ReadonlyMap<ClassSeries, number> {
  return new Map(
    [...bySeries].map(([series, sums]) => [series, VERDICTS.indexOf(judge(sums, limits).verdict)]),
  );
}

/** What a visit to a series brought in, else its price as configured, thousandths; null is unknown. */
export function priceOf(series: ClassSeries, sums: Sums): number | null {
  // Prices hang on the name of a class: all classes of a series have the same.
  return perVisitOf(sums) ?? series.classes[0]?.prices.priceMilli ?? null;
}

interface Slot {
  people: number;
  classes: number;
  checkIns: number;
}

/**
 * Finds what the others of a class's name, weekday and start drew on average within some classes; null where there are
 * none, and for a class that is not among them. Source: docs/method.md#slot-index.
 *
 * @param classes in the order of their table, none left out.
 */
export function* expectations(
  classes: readonly ClassFacts[],
  nowUtcMs: number,
): Generator<void, (facts: ClassFacts) => Expected | null> {
  const slots = new Map<number, Slot>();
  yield* inChunks(classes, (facts) => {
    if (facts.attended === null || !isHeld(facts.session, nowUtcMs)) return;
    const slot = slots.get(slotOf(facts)) ?? { people: 0, classes: 0, checkIns: 0 };
    slots.set(slotOf(facts), slot);
    slot.people += facts.attended;
    slot.classes += 1;
    slot.checkIns += checkInsOf(facts);
  });
  const first = classes[0]?.place ?? 0;
  return (facts) => {
    const isAmong = facts.place >= first && facts.place < first + classes.length;
    if (facts.attended === null || !isAmong || !isHeld(facts.session, nowUtcMs)) return null;
    const slot = slots.get(slotOf(facts));
    if (slot === undefined || slot.classes < 2) return null;
    return {
      people: (slot.people - facts.attended) / (slot.classes - 1),
      isOtherwise: slot.checkIns !== slot.classes * checkInsOf(facts),
    };
  };
}

function checkInsOf({ session }: ClassFacts): 0 | 1 {
  return session.attendance?.source === 'import' ? 1 : 0;
}

/** A name of classes, a weekday and a start, in any room. */
function slotOf({ name, minuteOfWeek }: ClassFacts): number {
  return name.code * WEEK_MINUTES + minuteOfWeek;
}

/* What a manager should think of a class, and why. Source of the limits: docs/method.md#verdicts; all are configurable. */

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

export interface JudgedClass {
  readonly verdict: Verdict;
  /** Most important first. */
  readonly verdict_reasons: readonly VerdictReason[];
}

/**
 * Judges a class: too little data first, then dead, unprofitable, weak, a waiting list, full, fair, healthy. A class that
 * loses money in most of its occurrences is unprofitable however full it is, and dead only where few come; one that is weak
 * is not saved by a waiting list, because the people were not there. Nothing is judged by fewer than `minOccurrences` occurrences, losses and waiting lists included.
 */
export function judge(sums: Sums, limits: VerdictsConfig): JudgedClass {
  const [verdict, ...reasons] = judgeFill(sums, limits);
  const noShowRate = VALUES.no_show_rate.value(sums);
  const isAlert =
    noShowRate !== null &&
    noShowRate > limits.noShowAlert &&
    sums.noShows.n >= limits.minOccurrences;
  if (isAlert) reasons.push('no_show_alert');
  if (attendanceBasis(sums.sources) === 'checked_in') reasons.push('checked_in_only');
  if (isCountedOtherwise(...sums.halves)) reasons.push('source_changed');
  return { verdict, verdict_reasons: reasons };
}

function judgeFill(sums: Sums, limits: VerdictsConfig): [Verdict, ...VerdictReason[]] {
  if (sums.attended.n < limits.minOccurrences) return ['insufficient_data', 'too_few_graded'];
  const fill = sums.places.n < limits.minOccurrences ? null : VALUES.fill_rate.value(sums);
  const isEmpty = fill !== null && fill < limits.deadBelow;
  if (losesMoney(sums, limits)) {
    return isEmpty ? ['dead', 'low_fill', 'loses_money'] : ['unprofitable', 'loses_money'];
  }
  if (isEmpty) return ['dead', 'low_fill'];
  if (fill === null) return ['insufficient_data', 'capacity_unknown'];
  if (fill < limits.weakBelow) return ['weak', 'fill_below_weak'];
  const isFull = fill >= limits.fullFrom;
  if (isMostlyWaiting(sums, limits)) {
    return isFull ? ['full', 'fill_full', 'waitlist'] : ['full', 'waitlist'];
  }
  if (isFull) return ['full', 'fill_full'];
  return fill < limits.fairBelow ? ['fair', 'fill_below_fair'] : ['healthy', 'fill_healthy'];
}

function losesMoney({ profits, losses }: Sums, limits: VerdictsConfig): boolean {
  return losses > 0 && profits >= limits.minOccurrences && losses >= limits.lossShare * profits;
}

function isMostlyWaiting({ waitlists, queued }: Sums, limits: VerdictsConfig): boolean {
  return waitlists >= limits.minOccurrences && queued > waitlists / 2;
}
