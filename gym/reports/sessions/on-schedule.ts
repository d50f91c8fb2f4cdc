/** Classes as they stand on a schedule. */

import { type ClassSession, statusAt } from '../../sessions/session.ts';
import { byText, inOrder } from '../order.ts';

/** By start, then name. */
export const bySchedule = inOrder<ClassSession>(
  (a, b) => a.startsUtcMs - b.startsUtcMs,
  byText(({ name }) => name),
  byText(({ id }) => id),
);

export function firstOnSchedule(sessions: readonly ClassSession[], most: number): ClassSession[] {
  return sessions.toSorted(bySchedule).slice(0, most);
}

/** The first that has not begun and is not cancelled, none or one; of several that start together the first by name. */
export function nextOnSchedule(
  sessions: readonly ClassSession[],
  nowUtcMs: number,
): ClassSession[] {
  const isScheduled = (session: ClassSession) => statusAt(session, nowUtcMs) === 'scheduled';
  return firstOnSchedule(sessions.filter(isScheduled), 1);
}
