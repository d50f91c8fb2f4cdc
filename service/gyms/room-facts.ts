/** What is the same for all classes of a room. */

import { createHash } from 'node:crypto';
import type { AttendanceConfig, GymConfig, RoomConfig, ZoneConfig } from '../../config/config.ts';
import type { Calibration } from '../../gym/attendance/calibration.ts';
import { ATTENDANCE_METHOD, SAMPLES_MARGIN_MS } from '../../gym/attendance/sample.ts';
import { DAY_MS } from '../../gym/calendar/zone.ts';
import type { ClassSession } from '../../gym/sessions/session.ts';

/** By the room's id, of the rooms that a camera sees. @param sessions by start. */
export function roomFactsOf(
  gym: GymConfig,
  sessions: readonly ClassSession[],
  calibrations: ReadonlyMap<string, Calibration | null>,
) {
  const ofRooms = roomClassesOf(sessions);
  const seen = gym.rooms.filter(({ cameras }) => cameras.some(({ enabled }) => enabled));
  return new Map(
    seen.map((room) => {
      const calibration = room.calibration ? (calibrations.get(room.id) ?? null) : null;
      const digest = roomDigest(room, gym.attendance, calibration);
      const classes: RoomClasses = ofRooms.get(room.id) ?? [];
      return [room.id, { room, classes, calibration, digest }] as const;
    }),
  );
}

type OfRooms = ReturnType<typeof roomFactsOf>;
export type RoomFacts = NonNullable<ReturnType<OfRooms['get']>>;

/** Classes of one room that are held, by start. */
export type RoomClasses = readonly ClassSession[];

type Neighbours = ReturnType<typeof neighboursOf>;

/** Classes that are held, by room; each list by start. @param sessions by start. */
export function roomClassesOf(sessions: readonly ClassSession[]): ReadonlyMap<string, RoomClasses> {
  const rooms = new Map<string, ClassSession[]>();
  for (const session of sessions) {
    if (session.isCancelled || session.roomId === null) continue;
    const classes = rooms.get(session.roomId) ?? [];
    rooms.set(session.roomId, classes);
    classes.push(session);
  }
  return rooms;
}

/**
 * The neighbours of a class. One that overlaps it counts as ending, or starting, where the class itself starts or ends:
 * their people cannot be distinguished in between. Null where none ended, or starts, within the margin of the estimate.
 * `isShared`: more than half of the longer of two is common to both: then no one can tell their people apart.
 */
export function neighboursOf(session: ClassSession, classes: RoomClasses) {
  const { startsUtcMs, endsUtcMs } = session;
  let previousEndsUtcMs: number | null = null;
  let nextStartsUtcMs: number | null = null;
  let isShared = false;
  // No class is longer than a day, see `ScheduleEntry`.
  const firstUtcMs = startsUtcMs - DAY_MS;
  for (const other of classes) {
    if (other.startsUtcMs > endsUtcMs + SAMPLES_MARGIN_MS) break;
    if (other.startsUtcMs < firstUtcMs || other.id === session.id) continue;
    const commonMs =
      Math.min(other.endsUtcMs, endsUtcMs) - Math.max(other.startsUtcMs, startsUtcMs);
    const longerMs = Math.max(other.endsUtcMs - other.startsUtcMs, endsUtcMs - startsUtcMs);
    isShared ||= commonMs > longerMs / 2;
    if (isBefore(other, session)) {
      const end = Math.min(other.endsUtcMs, startsUtcMs);
      if (end >= startsUtcMs - SAMPLES_MARGIN_MS) {
        previousEndsUtcMs = Math.max(previousEndsUtcMs ?? end, end);
      }
    } else {
      const start = Math.max(other.startsUtcMs, endsUtcMs);
      nextStartsUtcMs = Math.min(nextStartsUtcMs ?? start, start);
    }
  }
  return { previousEndsUtcMs, nextStartsUtcMs, isShared };
}

/** Of two that start together the one with the smaller id is the earlier. */
function isBefore(other: ClassSession, session: ClassSession): boolean {
  const byStart = other.startsUtcMs - session.startsUtcMs;
  return byStart === 0 ? other.id < session.id : byStart < 0;
}

/**
 * Digest of all settings of a room that can change a number. Not the addresses of cameras, which change no zone, nor their
 * detectors: what was counted by a weak one stays so.
 */
function roomDigest(
  room: RoomConfig,
  { percentile, staff }: AttendanceConfig,
  calibration: Calibration | null,
): string {
  const cameras = room.cameras.map((one) => [one.id, one.enabled, one.zones.map(storedZone)]);
  const { scale, cameras: scales, doubt, after } = calibration ?? {};
  const correction = calibration && [scale, scales, doubt, after?.meanAbsolute];
  const settings = [room.id, room.cameraRule, cameras, percentile, staff, correction];
  return createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 12);
}

/** A zone as stored digests have it: another text would estimate every class again. */
function storedZone({ name, kind, polygon, anchor, postures }: ZoneConfig) {
  const point = anchor === 'centre' ? 'centre' : 'bottom-centre';
  return { name, kind, polygon, anchor: point, ...(postures !== null && { postures }) };
}

/** Method, settings and times of one class. Times are in whole seconds after 1970. */
export function methodOf(
  digest: string,
  { startsUtcMs, endsUtcMs }: Pick<ClassSession, 'startsUtcMs' | 'endsUtcMs'>,
  { previousEndsUtcMs, nextStartsUtcMs, isShared }: Neighbours,
): string {
  const times = [startsUtcMs, endsUtcMs, previousEndsUtcMs, nextStartsUtcMs];
  const seconds = times.map((time) => (time === null ? '-' : Math.round(time / 1000)));
  return [ATTENDANCE_METHOD, digest, ...seconds, ...(isShared ? ['shared'] : [])].join('/');
}
