/** Classes on their dates, for tests: a quiet spin class in the hall of which a test says only what it is about. */

import { instantOf } from '../../engine/calendar/index.ts';
import type { Attendance, ClassSession } from '../../engine/sessions/index.ts';

export const ANNA = { id: 'anna-kovacs', name: 'Anna Kovács' };
export const BEN = { id: 'ben-okafor', name: 'Ben Okafor' };

let made = 0;

/** Starts at a time on the wall of `timezone` and takes 45 minutes; 10 of 20 places, counted by a camera. */
export function classSession(
  wallTime: string,
  said: Partial<ClassSession> & {
    readonly timezone?: string;
    readonly people?: number | null;
  } = {},
): ClassSession {
  const { timezone = 'Europe/London', people = 10, ...fields } = said;
  const startsUtcMs = instantOf(timezone, wallTime);
  made += 1;
  return {
    id: `class-${made}`,
    gymId: 'gym',
    name: 'Spin',
    trainer: ANNA,
    isSubstitute: false,
    roomId: 'hall',
    roomName: 'Hall',
    startsUtcMs,
    endsUtcMs: startsUtcMs + 45 * 60_000,
    isCancelled: false,
    capacity: 20,
    booked: null,
    checkedIn: null,
    lateCancels: null,
    waitlisted: null,
    revenueMilli: null,
    attendance: counted(people),
    ...fields,
  };
}

/** What cameras counted; null is a class nobody could count. */
export function counted(people: number | null, said: Partial<Attendance> = {}): Attendance {
  return {
    source: 'camera',
    attended: people,
    low: people,
    high: people,
    quality: people === null ? 'none' : 'A',
    reasons: people === null ? ['no_samples'] : [],
    ...said,
  };
}

/** What the booking system saw. */
export function checkedIn(people: number): Attendance {
  return counted(people, { source: 'import', quality: 'C', reasons: ['checked_in'], high: null });
}
