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

/** What a fill, losses and a waiting list come to: the same few objects for thousands of classes. */
const JUDGED = {
  tooFew: { verdict: 'insufficient_data', verdict_reasons: ['too_few_graded'] },
  withoutFill: { verdict: 'insufficient_data', verdict_reasons: ['capacity_unknown'] },
  empty: { verdict: 'dead', verdict_reasons: ['low_fill'] },
  emptyAndLosing: { verdict: 'dead', verdict_reasons: ['low_fill', 'loses_money'] },
  losing: { verdict: 'unprofitable', verdict_reasons: ['loses_money'] },
  weak: { verdict: 'weak', verdict_reasons: ['fill_below_weak'] },
  full: { verdict: 'full', verdict_reasons: ['fill_full'] },
  fullAndWaiting: { verdict: 'full', verdict_reasons: ['fill_full', 'waitlist'] },
  waiting: { verdict: 'full', verdict_reasons: ['waitlist'] },
  fair: { verdict: 'fair', verdict_reasons: ['fill_below_fair'] },
  healthy: { verdict: 'healthy', verdict_reasons: ['fill_healthy'] },
} as const satisfies Readonly<Record<string, JudgedClass>>;

/**
 * Judges a class: too little data first, then dead, unprofitable, weak, a waiting list, full, fair, healthy. A class that
 * loses money in most of its occurrences is unprofitable however full it is, and dead only where few come; one that is weak
 * is not saved by a waiting list, because the people were not there. Nothing is judged by fewer than `minOccurrences` occurrences, losses and waiting lists included.
 */
export function judge(sums: Sums, limits: VerdictsConfig): JudgedClass {
  const judged = judgeFill(sums, limits);
  const noShowRate = VALUES.no_show_rate.value(sums);
  const isAlert =
    noShowRate !== null &&
    noShowRate > limits.noShowAlert &&
    sums.noShows.n >= limits.minOccurrences;
  const added: VerdictReason[] = [];
  if (isAlert) added.push('no_show_alert');
  if (attendanceBasis(sums.sources) === 'checked_in') added.push('checked_in_only');
  if (isCountedOtherwise(...sums.halves)) added.push('source_changed');
  if (added.length === 0) return judged;
  return { verdict: judged.verdict, verdict_reasons: [...judged.verdict_reasons, ...added] };
}

function judgeFill(sums: Sums, limits: VerdictsConfig): JudgedClass {
  if (sums.attended.n < limits.minOccurrences) return JUDGED.tooFew;
  const fill = sums.places.n < limits.minOccurrences ? null : VALUES.fill_rate.value(sums);
  const isEmpty = fill !== null && fill < limits.deadBelow;
  if (losesMoney(sums, limits)) return isEmpty ? JUDGED.emptyAndLosing : JUDGED.losing;
  if (isEmpty) return JUDGED.empty;
  if (fill === null) return JUDGED.withoutFill;
  if (fill < limits.weakBelow) return JUDGED.weak;
  const isFull = fill >= limits.fullFrom;
  if (isMostlyWaiting(sums, limits)) return isFull ? JUDGED.fullAndWaiting : JUDGED.waiting;
  if (isFull) return JUDGED.full;
  return fill < limits.fairBelow ? JUDGED.fair : JUDGED.healthy;
}

function losesMoney({ profits, losses }: Sums, limits: VerdictsConfig): boolean {
  return losses > 0 && profits >= limits.minOccurrences && losses >= limits.lossShare * profits;
}

function isMostlyWaiting({ waitlists, queued }: Sums, limits: VerdictsConfig): boolean {
  return waitlists >= limits.minOccurrences && queued > waitlists / 2;
}
