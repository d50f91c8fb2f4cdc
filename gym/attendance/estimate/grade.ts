/** How far an estimate can be trusted, and why not further. */

import type { Quality, QualityReason } from '../../sessions/session.ts';
import type { Bodies } from '../body-count.ts';

/** Minimum coverage of a grade, 0..1. Source: docs/method.md#grades. */
export const COVERAGE = { a: 0.9, b: 0.7, c: 0.4 } as const;

const LADDER: readonly Quality[] = ['A', 'B', 'C', 'none'];

/** Best grade that a reason leaves; those that are missing only say what the coverage has judged already. Chosen here. */
const BEST: Partial<Record<QualityReason, Quality>> = {
  no_camera: 'none',
  no_samples: 'none',
  weak_detector: 'C',
  density_count: 'C',
  unstable: 'B',
  crowded: 'B',
  small_input: 'C',
  not_empty: 'B',
  gap_filled: 'B',
  short_class: 'B',
  in_progress: 'B',
};

/** Reasons that take one grade off, down to C: the count is there, but it is less certain whose. */
const ONE_LOWER: ReadonlySet<QualityReason> = new Set(['changeover', 'zones_overlap']);

/** Most important first: what there is no count without, what is missing, what is doubtful, what is only worth knowing. */
const ORDER: readonly QualityReason[] = [
  'no_camera',
  'no_samples',
  'low_coverage',
  'camera_outage',
  'frozen_picture',
  'black_picture',
  'warming_up',
  'changeover',
  'weak_detector',
  'density_count',
  'not_empty',
  'unstable',
  'small_input',
  'crowded',
  'zones_overlap',
  'gap_filled',
  'short_class',
  'in_progress',
  'calibrated',
];

export interface Grade {
  readonly quality: Quality;
  readonly reasons: readonly QualityReason[];
}

/**
 * @param coverage 0..1.
 * @param found in any order, doubles allowed.
 */
export function gradeOf(coverage: number, found: ReadonlySet<QualityReason>): Grade {
  const reasons = ORDER.filter((reason) => found.has(reason));
  let rung =
    coverage >= COVERAGE.a ? 0 : coverage >= COVERAGE.b ? 1 : coverage >= COVERAGE.c ? 2 : 3;
  for (const reason of reasons) rung = Math.max(rung, LADDER.indexOf(BEST[reason] ?? 'A'));
  const steps = reasons.filter((reason) => ONE_LOWER.has(reason)).length;
  if (rung < 3) rung = Math.min(2, rung + steps);
  return { quality: LADDER[rung] ?? 'none', reasons };
}

/**
 * Variance from which counts are unstable, as a share of the people: between what one person hidden in ten and one in four
 * make of it, 0.09 and 0.19. Chosen over simulated classes: `docs/counting.md`.
 */
const MAX_FLUCTUATION = 0.12;

/** Whether counts go up and down more than people come and go. One person to and fro, a variance of 1 at most, is no reason. */
export function isUnstable({ fluctuation, p90 }: Bodies): boolean {
  return fluctuation * p90 > Math.max(1, MAX_FLUCTUATION * p90);
}
