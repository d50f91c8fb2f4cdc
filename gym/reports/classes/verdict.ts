/** What a manager should think of a class, and why. Source of the limits: docs/method.md#verdicts; all are configurable. */

import type { VerdictsConfig } from '../../../config/config.ts';
import { VALUES } from '../../figures/measures.ts';
import { attendanceBasis, isCountedOtherwise } from '../../figures/sources.ts';
import type { Sums } from '../../figures/sums.ts';
import type { Figures } from '../figures/figures.ts';

/** What of the attendance a verdict looks at. */
type JudgedFigures = Pick<
  Figures,
  | 'attendance_basis'
  | 'graded_classes'
  | 'rated_classes'
  | 'fill_rate'
  | 'no_show_rate'
  | 'no_show_classes'
>;

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

/** What a verdict is made of besides the attendance, over the occurrences of a class. */
export interface VerdictCounts {
  /** Graded occurrences that have a profit. */
  readonly profits: number;
  /** Those of them that lost money. */
  readonly losses: number;
  /** Occurrences that took place and say how many were waiting. */
  readonly waitlists: number;
  /** Those of them where anybody was. */
  readonly waiting: number;
  /** Whether the halves of the window were counted in different ways. */
  readonly isOtherwise: boolean;
}

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
export function judge(
  figures: JudgedFigures,
  counts: VerdictCounts,
  limits: VerdictsConfig,
): JudgedClass {
  const judged = judgeFill(figures, counts, limits);
  const isAlert =
    figures.no_show_rate !== null &&
    figures.no_show_rate > limits.noShowAlert &&
    figures.no_show_classes >= limits.minOccurrences;
  const added: VerdictReason[] = [];
  if (isAlert) added.push('no_show_alert');
  if (figures.attendance_basis === 'checked_in') added.push('checked_in_only');
  if (counts.isOtherwise) added.push('source_changed');
  if (added.length === 0) return judged;
  return { verdict: judged.verdict, verdict_reasons: [...judged.verdict_reasons, ...added] };
}

/** The verdict on the classes that were added up. */
export function judgeSums(sums: Sums, limits: VerdictsConfig): JudgedClass {
  const figures = {
    attendance_basis: attendanceBasis(sums.sources),
    graded_classes: sums.attended.n,
    rated_classes: sums.places.n,
    fill_rate: VALUES.fill_rate.value(sums),
    no_show_rate: VALUES.no_show_rate.value(sums),
    no_show_classes: VALUES.no_shows.n(sums),
  };
  const { profits, losses, waitlists, queued: waiting, halves } = sums;
  const isOtherwise = isCountedOtherwise(...halves);
  return judge(figures, { profits, losses, waitlists, waiting, isOtherwise }, limits);
}

function judgeFill(
  figures: JudgedFigures,
  counts: VerdictCounts,
  limits: VerdictsConfig,
): JudgedClass {
  if (figures.graded_classes < limits.minOccurrences) return JUDGED.tooFew;
  const fill = figures.rated_classes < limits.minOccurrences ? null : figures.fill_rate;
  const isEmpty = fill !== null && fill < limits.deadBelow;
  if (losesMoney(counts, limits)) return isEmpty ? JUDGED.emptyAndLosing : JUDGED.losing;
  if (isEmpty) return JUDGED.empty;
  if (fill === null) return JUDGED.withoutFill;
  if (fill < limits.weakBelow) return JUDGED.weak;
  const isFull = fill >= limits.fullFrom;
  if (isMostlyWaiting(counts, limits)) return isFull ? JUDGED.fullAndWaiting : JUDGED.waiting;
  if (isFull) return JUDGED.full;
  return fill < limits.fairBelow ? JUDGED.fair : JUDGED.healthy;
}

function losesMoney({ profits, losses }: VerdictCounts, limits: VerdictsConfig): boolean {
  return losses > 0 && profits >= limits.minOccurrences && losses >= limits.lossShare * profits;
}

function isMostlyWaiting({ waitlists, waiting }: VerdictCounts, limits: VerdictsConfig): boolean {
  return waitlists >= limits.minOccurrences && waiting > waitlists / 2;
}
