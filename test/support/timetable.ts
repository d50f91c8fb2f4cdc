/** Classes on a gym's wall, for tests of reports: a spin class that a camera counted, half full. */

import { addDays, instantOf } from '../../gym/calendar/zone.ts';
import type { ClassSession } from '../../gym/sessions/session.ts';
import { classSession, counted, uncounted } from './classes.ts';

export const ANNA = { id: 'anna-kovacs', name: 'Anna Kovács' };
export const BEN = { id: 'ben-okafor', name: 'Ben Okafor' };

let made = 0;

/** 45 minutes from a time on the wall of `timezone`, Anna's, 10 people in 20 places; null people were not counted. */
export function classAt(
  wallTime: string,
  said: Partial<ClassSession> & {
    readonly timezone?: string;
    readonly people?: number | null;
  } = {},
): ClassSession {
  const { timezone = 'Europe/London', people = 10, ...fields } = said;
  const startsUtcMs = instantOf(timezone, wallTime);
  made += 1;
  return classSession({
    id: `class-${made}`,
    trainer: ANNA,
    startsUtcMs,
    endsUtcMs: startsUtcMs + 45 * 60_000,
    attendance: people === null ? uncounted('no_samples') : counted(people),
    ...fields,
  });
}

const FRIDAYS = [5, 4, 3, 2, 1, 0].map((weeks) => addDays('2026-11-20', -7 * weeks));

/** A class at 18:30 on the six Fridays before Saturday 21 November 2026, or the first of them. */
export function weekly(
  people: readonly (number | null)[],
  said: Partial<ClassSession> = {},
): ClassSession[] {
  return people.map((count, n) => classAt(`${FRIDAYS[n]}T18:30`, { people: count, ...said }));
}
