/** Classes as they stand on a schedule: by start, then name. */

import { type ClassSession, statusAt } from '../../sessions/session.ts';
import { byText, inOrder } from '../order.ts';

/** By start, then name. */
export const bySchedule = inOrder<ClassSession>(
  byStart,
  byText(({ name }) => name),
  byText(({ id }) => id),
);

/** The first `most` on the schedule. Names are compared of these alone: of a window of thousands it is slow. */
export function firstOnSchedule(sessions: readonly ClassSession[], most: number): ClassSession[] {
  const byTime = inStartOrder(sessions);
  const last = byTime[most - 1];
  if (last === undefined) return byTime.toSorted(bySchedule);
  // All that start with the last one are candidates.
  const end = byTime.findIndex(({ startsUtcMs }) => startsUtcMs > last.startsUtcMs);
  return byTime
    .slice(0, end === -1 ? byTime.length : end)
    .sort(bySchedule)
    .slice(0, most);
}

/** The first that has not begun and is not cancelled, none or one; of several that start together the first by name. */
export function nextOnSchedule(
  sessions: readonly ClassSession[],
  nowUtcMs: number,
): ClassSession[] {
  const isScheduled = (session: ClassSession) => statusAt(session, nowUtcMs) === 'scheduled';
  return firstOnSchedule(sessions.filter(isScheduled), 1);
}

/** The last `most` on the schedule, in its order. */
export function lastOnSchedule(sessions: readonly ClassSession[], most: number): ClassSession[] {
  const byTime = inStartOrder(sessions);
  const first = byTime.at(-most);
  if (first === undefined) return byTime.toSorted(bySchedule);
  const begin = byTime.findIndex(({ startsUtcMs }) => startsUtcMs >= first.startsUtcMs);
  return byTime.slice(begin).sort(bySchedule).slice(-most);
}

function byStart(a: ClassSession, b: ClassSession): number {
  return a.startsUtcMs - b.startsUtcMs;
}

/** Classes of a view come by their start: most lists are in order already. */
function inStartOrder(sessions: readonly ClassSession[]): readonly ClassSession[] {
  let before = Number.NEGATIVE_INFINITY;
  for (const { startsUtcMs } of sessions) {
    if (startsUtcMs < before) return sessions.toSorted(byStart);
    before = startsUtcMs;
  }
  return sessions;
}
