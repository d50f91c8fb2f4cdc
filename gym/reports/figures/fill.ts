/** How full classes were, counted in one basis, and where they are going. */

import type { ClassSession } from '../../sessions/session.ts';
import { type AttendanceBasis, attendedOf, gradedBasisOf } from '../sessions/session-facts.ts';
import { difference, ratio } from './ratio.ts';

/** Fill of classes that are over, counted in `basis` only, with its n; cancelled ones say nothing. */
export function fillOf(sessions: readonly ClassSession[], basis: AttendanceBasis | null) {
  let attended = 0;
  let capacity = 0;
  let rated = 0;
  for (const session of sessions) {
    if (basis === null || session.isCancelled || session.capacity === null) continue;
    if (gradedBasisOf(session) !== basis) continue;
    attended += attendedOf(session) ?? 0;
    capacity += session.capacity;
    rated += 1;
  }
  return { fill_rate: ratio(attended, capacity), rated_classes: rated };
}

/** Fill from `turnUtcMs` on less the fill before; null where a part has none. */
export function trendOf(
  sessions: readonly ClassSession[],
  basis: AttendanceBasis | null,
  turnUtcMs: number,
): number | null {
  const isBefore = ({ startsUtcMs }: ClassSession) => startsUtcMs < turnUtcMs;
  const before = fillOf(sessions.filter(isBefore), basis);
  const after = fillOf(
    sessions.filter((session) => !isBefore(session)),
    basis,
  );
  return difference(after.fill_rate, before.fill_rate);
}
