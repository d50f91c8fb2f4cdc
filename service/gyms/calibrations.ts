/** How far the counts of each room are corrected, from the classes that a person counted. */

import type { GymConfig, RoomConfig } from '../../config/config.ts';
import {
  type Calibration,
  type CameraRule,
  type CountedClass,
  calibrate,
} from '../../gym/attendance/calibration.ts';
import { sharedNames } from '../../gym/attendance/shared-floor.ts';
import type { ClassStore, StoredAttendance } from '../../store/history/classes/class-store.ts';

/** Name of the figure of an estimate that has the people by one camera alone, without calibration. */
export function cameraFigure(cameraId: string): string {
  return `camera_${cameraId}`;
}

/** Whether the room's cameras see the same people, so that each of them can be judged by the truth. */
export function seesTheSame(room: RoomConfig): boolean {
  const seeing = room.cameras.filter(({ isEnabled }) => isEnabled);
  const names = seeing.map(({ zones }) =>
    zones.filter(({ kind }) => kind === 'overlap').map(({ name }) => name),
  );
  return seeing.length > 1 && room.cameraRule !== 'sum' && sharedNames(names).length === 0;
}

/** By room; a room whose true counts do not suffice has none. Rejects with SQLite's error. */
export async function calibrationsOf(
  store: Pick<ClassStore, 'trueCounts' | 'estimates'>,
  gym: Pick<GymConfig, 'id' | 'rooms'>,
): Promise<ReadonlyMap<string, Calibration>> {
  const counted = new Map<string, CountedClass[]>();
  for (const { classId, roomId, people } of await store.trueCounts(gym.id)) {
    const newest = (await store.estimates(classId)).at(-1);
    const estimated = newest?.figures['uncalibrated'] ?? null;
    if (newest === undefined || estimated === null) continue;
    const room = gym.rooms.find(({ id }) => id === roomId);
    const byCamera = room === undefined ? {} : byCameraOf(room, newest);
    const ofRoom = counted.get(roomId) ?? [];
    counted.set(roomId, ofRoom);
    ofRoom.push({ estimated, truth: people, ...byCamera });
  }
  const calibrations = new Map<string, Calibration>();
  for (const [roomId, classes] of counted) {
    const room = gym.rooms.find(({ id }) => id === roomId);
    const calibration = calibrate(classes, room && ruleOf(room));
    if (calibration !== null) calibrations.set(roomId, calibration);
  }
  return calibrations;
}

function ruleOf(room: RoomConfig): CameraRule {
  const seeing = room.cameras.filter(({ isEnabled }) => isEnabled);
  return {
    rule: seesTheSame(room) ? room.cameraRule : 'sum',
    cameras: seeing.map(({ id }) => id),
  };
}

function byCameraOf(
  room: RoomConfig,
  { figures }: StoredAttendance,
): Pick<CountedClass, 'byCamera'> {
  const known = room.cameras.flatMap(({ id }): [string, number][] => {
    const people = figures[cameraFigure(id)] ?? null;
    return people === null ? [] : [[id, people]];
  });
  return known.length === 0 ? {} : { byCamera: Object.fromEntries(known) };
}
