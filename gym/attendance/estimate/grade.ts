/** How far an estimate can be trusted, and why not further. */

import { QUALITIES, type Quality, type QualityReason } from '../../sessions/session.ts';
import type { Bodies, CameraLine, RoomLine } from '../line.ts';
import type { CameraCounts, EstimateInput } from '../sample.ts';
import { isShortClass } from '../window.ts';

/** Minimum coverage of a grade, 0..1. Source: docs/method.md#grades. */
export const COVERAGE = { a: 0.9, b: 0.7, c: 0.4 } as const;

/**
 * The best grade that each reason leaves, chosen here; A where the coverage has judged it already. A reason that is `lower`
 * takes one grade off, down to C: the count is there, but it is less certain whose. Most important first: what there is no
 * count without, what is missing, what is doubtful, what is only worth knowing.
 */
const BEST: Partial<Record<QualityReason, Quality | 'lower'>> = {
  no_camera: 'none',
  no_samples: 'none',
  low_coverage: 'A',
  camera_outage: 'A',
  frozen_picture: 'A',
  black_picture: 'A',
  warming_up: 'A',
  changeover: 'lower',
  weak_detector: 'C',
  density_count: 'C',
  not_empty: 'B',
  unstable: 'B',
  small_input: 'C',
  crowded: 'B',
  zones_overlap: 'lower',
  gap_filled: 'B',
  short_class: 'B',
  in_progress: 'B',
  calibrated: 'A',
};
const ORDER = Object.keys(BEST) as readonly QualityReason[];

/**
 * @param coverage 0..1.
 * @param found in any order, doubles allowed.
 */
export function gradeOf(coverage: number, found: ReadonlySet<QualityReason>) {
  const reasons = ORDER.filter((reason) => found.has(reason));
  const best = reasons.map((reason) => BEST[reason]);
  const ofCoverage = Object.values(COVERAGE).filter((least) => coverage < least).length;
  const rung = Math.max(ofCoverage, ...best.map((grade) => QUALITIES.indexOf(grade as Quality)));
  const steps = best.filter((grade) => grade === 'lower').length;
  return { quality: QUALITIES[rung < 3 ? Math.min(2, rung + steps) : rung] ?? 'none', reasons };
}

/**
 * Variance from which counts are unstable, as a share of the people: between what one person hidden in ten and one in four
 * make of it, 0.09 and 0.19. Chosen over simulated classes: `docs/counting.md`.
 */
const MAX_FLUCTUATION = 0.12;

/** Whether counts go up and down more than people come and go. One person to and fro, a variance of 1 at most, is no reason. */
export const isUnstable = ({ fluctuation, p90 }: Bodies) =>
  fluctuation * p90 > Math.max(1, MAX_FLUCTUATION * p90);

/** What a camera lacks is told from this share of the core window on. Chosen here: below it, it moves no percentile. */
const REPORTED_FROM = 0.05;

/** What the room and the class are, whatever was counted. */
export function faultsOfRoom(input: EstimateInput): QualityReason[] {
  const { cameras, rule } = input;
  const isBlindSum =
    rule === 'sum' && cameras.length > 1 && cameras.some((camera) => !isZoned(camera));
  const rows: readonly [QualityReason, boolean][] = [
    ['in_progress', input.nowUtcMs < input.endsUtcMs],
    ['no_camera', cameras.length === 0],
    ['weak_detector', cameras.some(({ isWeakDetector }) => isWeakDetector)],
    ['density_count', cameras.some(({ isDensity }) => isDensity === true)],
    ['not_empty', (input.emptyRoomBaseline ?? 0) > 0],
    ['changeover', input.isShared],
    ['zones_overlap', isBlindSum],
    ['short_class', isShortClass(input)],
    ['calibrated', input.calibration?.isApplied === true],
  ];
  return rows.flatMap(([reason, isSo]) => (isSo ? [reason] : []));
}

/** Whether someone has said which part of the room a camera counts. */
const isZoned = ({ hasCountZone, overlaps = [] }: CameraCounts) =>
  hasCountZone || overlaps.length > 0;

/** What the cameras lacked in the core window, which is given as indices of the grid, [from, to). */
export function faultsOfCore(
  lines: readonly CameraLine[],
  { isFilled }: RoomLine,
  [from, to]: readonly [number, number],
  coverage: number,
): QualityReason[] {
  const least = Math.max(1, (to - from) * REPORTED_FROM);
  const reasons: QualityReason[] = coverage < COVERAGE.a ? ['low_coverage'] : [];
  for (const { faults } of lines) {
    const inCore = faults.slice(from, to).filter((fault) => fault !== null);
    for (const fault of new Set(inCore)) {
      if (inCore.filter((other) => other === fault).length >= least) reasons.push(fault);
    }
  }
  const filled = isFilled.slice(from, to).filter(Boolean).length;
  return filled >= least ? [...reasons, 'gap_filled'] : reasons;
}
