/** Reasons to trust an estimate less that do not lie in the counts themselves. */

import type { QualityReason } from '../sessions/session.ts';
import { COVERAGE } from './estimate/grade.ts';
import type { EstimateInput } from './estimate/input.ts';
import type { CameraLine, RoomLine } from './line.ts';
import type { CameraCounts } from './sample.ts';
import { isShortClass } from './window.ts';

/** What a camera lacks is told from this share of the core window on. Chosen here: below it, it moves no percentile. */
const TOLD_FROM = 0.05;

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
    ['zones_overlap', isBlindSum],
    ['short_class', isShortClass(input)],
    ['calibrated', input.calibration?.isApplied === true],
  ];
  return rows.flatMap(([reason, isSo]) => (isSo ? [reason] : []));
}

/** Whether someone has said which part of the room a camera counts. */
function isZoned({ hasCountZone, overlaps = [] }: CameraCounts): boolean {
  return hasCountZone || overlaps.length > 0;
}

/** What the cameras lacked in the core window, which is given as indices of the grid, [from, to). */
export function faultsOfCore(
  room: { readonly lines: readonly CameraLine[]; readonly line: RoomLine },
  [from, to]: readonly [number, number],
  coverage: number,
): QualityReason[] {
  const least = Math.max(1, (to - from) * TOLD_FROM);
  const reasons: QualityReason[] = coverage < COVERAGE.a ? ['low_coverage'] : [];
  for (const { faults } of room.lines) {
    const inCore = faults.slice(from, to).filter((fault) => fault !== null);
    for (const fault of new Set(inCore)) {
      if (inCore.filter((other) => other === fault).length >= least) reasons.push(fault);
    }
  }
  const filled = room.line.isFilled.slice(from, to).filter(Boolean).length;
  return filled >= least ? [...reasons, 'gap_filled'] : reasons;
}
