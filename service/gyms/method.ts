/** What an estimate was made of, as a short text: an estimate whose text differs from today's is made again. */

import { createHash } from 'node:crypto';
import type { AttendanceConfig, RoomConfig, ZoneConfig } from '../../config/config.ts';
import type { Calibration } from '../../gym/attendance/calibration.ts';
import { ATTENDANCE_METHOD } from '../../gym/attendance/sample.ts';
import type { ClassSession } from '../../gym/sessions/session.ts';
import type { Neighbours } from './rooms/neighbours.ts';

/**
 * Digest of all settings of a room that can change a number. Not the addresses of cameras, which change no zone, nor their
 * detectors: what was counted by a weak one stays so.
 */
export function roomDigest(
  room: RoomConfig,
  { percentile, staff }: AttendanceConfig,
  calibration: Calibration | null,
): string {
  const cameras = room.cameras.map(({ id, enabled, zones }) => [
    id,
    enabled,
    zones.map(storedZone),
  ]);
  const correction = calibration && [
    calibration.scale,
    calibration.cameras,
    calibration.doubt,
    calibration.after.meanAbsolute,
  ];
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
  { previousEndsUtcMs, nextStartsUtcMs }: Neighbours,
): string {
  const times = [startsUtcMs, endsUtcMs, previousEndsUtcMs, nextStartsUtcMs];
  const seconds = times.map((time) => (time === null ? '-' : Math.round(time / 1000)));
  return [ATTENDANCE_METHOD, digest, ...seconds].join('/');
}
