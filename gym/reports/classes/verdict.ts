/** What a manager should think of a class, and why. Source of the limits: docs/method.md#verdicts; all are configurable. */

import type { VerdictsConfig } from '../../../config/config.ts';
import { VALUES } from '../../figures/measures.ts';
import { attendanceBasis, isCountedOtherwise } from '../../figures/sources.ts';
import type { Sums } from '../../figures/sums.ts';

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
