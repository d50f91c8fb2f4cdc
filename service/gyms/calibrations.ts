/** How far the counts of each room are corrected, from the classes that a person counted. */

import { type Calibration, calibrate } from '../../gym/attendance/calibration.ts';
import type { ClassStore } from '../../store/history/classes/class-store.ts';

/** By room; a room whose true counts do not suffice has none. Rejects with SQLite's error. */
export async function calibrationsOf(
  store: Pick<ClassStore, 'trueCounts' | 'estimates'>,
  gymId: string,
): Promise<ReadonlyMap<string, Calibration>> {
  const pairs = new Map<string, { estimated: number; truth: number }[]>();
  for (const { classId, roomId, people } of await store.trueCounts(gymId)) {
    const newest = (await store.estimates(classId)).at(-1);
    const estimated = newest?.figures['uncalibrated'] ?? null;
    if (estimated === null) continue;
    const ofRoom = pairs.get(roomId) ?? [];
    pairs.set(roomId, ofRoom);
    ofRoom.push({ estimated, truth: people });
  }
  const calibrations = new Map<string, Calibration>();
  for (const [roomId, classes] of pairs) {
    const calibration = calibrate(classes);
    if (calibration !== null) calibrations.set(roomId, calibration);
  }
  return calibrations;
}
