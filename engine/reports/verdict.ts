/** What a manager should think of a class, and why. Source of the limits: `domain.md` d3; all are configurable. */

export type Verdict = 'full' | 'healthy' | 'fair' | 'weak' | 'dead' | 'insufficient_data';

/** Every reason a verdict can have, for people. Codes are stable. */
export const VERDICT_REASONS = {
  too_few_graded: 'Fewer occurrences have a graded attendance than a verdict needs.',
  capacity_unknown: 'The capacity is not known, so there is no fill to judge by.',
  low_fill: 'The fill is below the limit of dead classes.',
  loses_money: 'Most occurrences cost more than they bring in.',
  fill_below_weak: 'The fill is below the limit of weak classes.',
  fill_below_fair: 'The fill is below the limit of fair classes.',
  fill_healthy: 'The fill is between the limits of fair and full classes.',
  fill_full: 'The fill reaches the limit of full classes.',
  waitlist: 'People were waiting for a place in most occurrences.',
  no_show_alert: 'More bookings than usual stay away.',
  checked_in_only: 'Nobody counted heads: the figures are of check-ins.',
} as const;

export type VerdictReason = keyof typeof VERDICT_REASONS;
