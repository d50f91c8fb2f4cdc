/** Where classes are going: how full they are in the later part of a window compared with the earlier. */

import type { ClassSession } from '../sessions/session.ts';
import { type AttendanceBasis, gradedBasisOf, ratio } from './figures.ts';
import { attendedOf } from './session-facts.ts';

/** Fill from `turnUtcMs` on less the fill before, counted in `basis` only, of classes that are over; cancelled ones say nothing. */
export function trendOf(
  sessions: readonly ClassSession[],
  basis: AttendanceBasis | null,
  turnUtcMs: number,
): number | null {
  if (basis === null) return null;
  const before = { attended: 0, capacity: 0 };
  const after = { attended: 0, capacity: 0 };
  for (const session of sessions) {
    const { capacity } = session;
    if (session.isCancelled || capacity === null || gradedBasisOf(session) !== basis) continue;
    const half = session.startsUtcMs < turnUtcMs ? before : after;
    half.attended += attendedOf(session) ?? 0;
    half.capacity += capacity;
  }
  const fillBefore = ratio(before.attended, before.capacity);
  const fillAfter = ratio(after.attended, after.capacity);
  return fillBefore === null || fillAfter === null ? null : fillAfter - fillBefore;
}
