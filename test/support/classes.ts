/** Classes for tests: complete ones, of which a test says only what it is about. */

import type { KnownStarts } from '../../gym/reports/period.ts';
import { NO_MERGED_NUMBERS } from '../../gym/sessions/class-fields.ts';
import type { Attendance, ClassSession, QualityReason } from '../../gym/sessions/session.ts';
import type { ClassRecord, StoredAttendance } from '../../store/history/classes/class-store.ts';

const START_UTC_MS = Date.UTC(2026, 10, 20, 18, 0);

/** An hour of Spin at 18:00 UTC with 20 places, of which nothing else is known. */
function anHour(startsUtcMs = START_UTC_MS) {
  return {
    id: `class-${startsUtcMs}`,
    gymId: 'gym',
    name: 'Spin',
    trainer: { id: 'anna', name: 'Anna' },
    isSubstitute: false,
    startsUtcMs,
    endsUtcMs: startsUtcMs + 3_600_000,
    isCancelled: false,
    ...NO_MERGED_NUMBERS,
    capacity: 20,
  };
}

/** A class of an hour in the room "Hall". */
export function classSession(said: Partial<ClassSession> = {}): ClassSession {
  const room = { roomId: 'hall', roomName: 'Hall' };
  return { ...anHour(said.startsUtcMs), ...room, attendance: null, ...said };
}

/** Counted by cameras, grade A, one either way. */
export function counted(attended: number, said: Partial<Attendance> = {}): Attendance {
  return {
    source: 'camera',
    attended,
    low: Math.max(0, attended - 1),
    high: attended + 1,
    quality: 'A',
    reasons: [],
    ...said,
  };
}

/** Not counted, for these reasons. */
export function uncounted(...reasons: QualityReason[]): Attendance {
  return counted(0, { attended: null, low: null, high: null, quality: 'none', reasons });
}

/** What a history with these classes says of their starts. */
export function startsOf(classes: readonly Pick<ClassRecord, 'startsUtcMs'>[]): KnownStarts | null {
  const starts = classes.map(({ startsUtcMs }) => startsUtcMs);
  if (starts.length === 0) return null;
  const lastWeekUtcMs = Math.max(...starts) - 7 * 86_400_000;
  return {
    firstUtcMs: Math.min(...starts),
    lastUtcMs: starts.filter((atUtcMs) => atUtcMs > lastWeekUtcMs),
  };
}

/** The same as the history keeps it, in the room "Main Hall". */
export function classRecord(said: Partial<ClassRecord> = {}): ClassRecord {
  const from = { room: 'Main Hall', sourceId: 'feed' };
  return { ...anHour(said.startsUtcMs), ...from, estimate: null, correction: null, ...said };
}

/** What the cameras counted of a class, as the history keeps it. */
export function storedEstimate(
  attended: number,
  said: Partial<StoredAttendance> = {},
): StoredAttendance {
  return { ...counted(attended), source: 'camera', figures: {}, method: 'test', ...said };
}
