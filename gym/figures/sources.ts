/** Where the attendance of some classes comes from, and whether two sides of a comparison were counted alike. */

import type { Sources, Sums } from './sums.ts';

/** `present`: people there, by cameras and corrections. `mixed`: some classes have people present, others check-ins. */
export const ATTENDANCE_BASES = ['present', 'checked_in', 'mixed'] as const;
export type AttendanceBasis = (typeof ATTENDANCE_BASES)[number];

/** `mixed`: the roster tells of some classes, bookings less who came of others. */
export const NO_SHOWS_BASES = ['roster', 'net', 'mixed'] as const;
export type NoShowsBasis = (typeof NO_SHOWS_BASES)[number];

/** Difference of the shares of check-ins from which two mixed sides are counted in different ways. Chosen here. */
const OTHERWISE = 0.1;

/** Null where no class was counted. */
export function attendanceBasis(sources: Sources): AttendanceBasis | null {
  return basisOf(sources.manual + sources.camera, sources.import, ['present', 'checked_in']);
}

/** Null where no class says who stayed away. */
export function noShowsBasis({ rosterN, noShows }: Pick<Sums, 'rosterN' | 'noShows'>) {
  return basisOf(rosterN, noShows.n - rosterN, ['roster', 'net']);
}

/** Classes with an attendance on one side of a comparison. */
export interface Side {
  readonly n: number;
  /** Those of them that have check-ins. */
  readonly checkIns: number;
}

/** Whether the one side counts people present where the other counts check-ins; false where either counts nobody. */
export function isCountedOtherwise(one: Side, other: Side): boolean {
  const [share, others] = [one, other].map(({ n, checkIns }) => checkIns / n) as [number, number];
  const differs = [0, 1].some((pure) => (share === pure) !== (others === pure));
  return one.n > 0 && other.n > 0 && (differs || Math.abs(share - others) > OTHERWISE);
}

/** What is to be known with a difference between two ranges; null where they were counted alike. */
export function changeNote(earlier: Sums, later: Sums): string | null {
  const sideOf = ({ attended: { n }, sources }: Sums): Side => ({ n, checkIns: sources.import });
  return otherwiseText('The two ranges', 'change', [sideOf(earlier), sideOf(later)]);
}

/** What is to be known with a trend; null where both halves were counted alike. */
export function trendNote({ halves }: Sums): string | null {
  return otherwiseText('The halves of the range', 'trend', halves);
}

/** What is to be known with a slot index; null where all classes compare with others that were counted alike. */
export function slotNote({ expected, otherwiseN }: Sums): string | null {
  return otherwiseN === 0
    ? null
    : `${otherwiseN} of ${expected.n} classes compare with some that were counted in another way, people present or check-ins: part of the slot index may come from that.`;
}

function otherwiseText(
  sides: string,
  figure: string,
  [earlier, later]: readonly [Side, Side],
): string | null {
  if (!isCountedOtherwise(earlier, later)) return null;
  const [before, after] = [earlier, later].map(({ n, checkIns }) => `${checkIns} of ${n}`);
  return `${sides} were counted in different ways: check-ins in ${before} classes, then in ${after}. Part of the ${figure} may come from that.`;
}

function basisOf<Basis extends string>(
  one: number,
  other: number,
  [oneName, otherName]: readonly [Basis, Basis],
): Basis | 'mixed' | null {
  if (one > 0 && other > 0) return 'mixed';
  if (one > 0) return oneName;
  return other > 0 ? otherName : null;
}
