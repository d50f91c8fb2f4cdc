/** How far the counts of each room are corrected, from the classes that a person counted. */

import type { GymConfig, RoomConfig } from '../../config/config.ts';
import {
  type Calibration,
  type CameraRule,
  type CountedClass,
  calibrate,
} from '../../gym/attendance/calibration.ts';
import { sharedNames } from '../../gym/attendance/line.ts';
import type { StoredAttendance, TrueCount } from '../../store/history/classes/class-store.ts';
import type { ClassStore } from '../../store/history/classes/store.ts';

/** Name of the figure of an estimate that has the people by one camera alone, without calibration. */
export function cameraFigure(cameraId: string): string {
  return `camera_${cameraId}`;
}

/** Whether the room's cameras see the same people, so that each of them can be judged by the truth. */
export function seesTheSame(room: RoomConfig): boolean {
  const seeing = room.cameras.filter(({ enabled }) => enabled);
  const names = seeing.map(({ zones }) =>
    zones.filter(({ kind }) => kind === 'overlap').map(({ name }) => name),
  );
  return seeing.length > 1 && room.cameraRule !== 'sum' && sharedNames(names).length === 0;
}

type Store = Pick<ClassStore, 'trueCounts' | 'estimates'>;
type CountedGym = Pick<GymConfig, 'id' | 'rooms'>;

/** By room; a room whose true counts do not suffice has none. Rejects with SQLite's error. */
export async function calibrationsOf(
  store: Store,
  gym: CountedGym,
): Promise<ReadonlyMap<string, Calibration>> {
  const counted = await countedIn(store, gym, await store.trueCounts(gym.id));
  const calibrations = new Map<string, Calibration>();
  for (const [roomId, all] of counted) {
    const room = gym.rooms.find(({ id }) => id === roomId);
    const calibration = calibrate(comparable(all), room && ruleOf(room));
    if (calibration !== null) calibrations.set(roomId, calibration);
  }
  return calibrations;
}

/** A true count, and what the cameras had of the class; null before its estimate, and where there is none to be had. */
export interface Counted {
  readonly count: TrueCount;
  readonly compared: CountedClass | null;
}

/** The true counts by room, each with its class. @param counts by start; those that are stored, or would be. */
export async function countedIn(
  store: Pick<ClassStore, 'estimates'>,
  { rooms }: CountedGym,
  counts: readonly TrueCount[],
): Promise<ReadonlyMap<string, readonly Counted[]>> {
  const counted = new Map<string, Counted[]>();
  for (const count of counts) {
    const newest = (await store.estimates(count.classId)).at(-1);
    const estimated = newest?.figures['uncalibrated'] ?? null;
    const room = rooms.find(({ id }) => id === count.roomId);
    const ofRoom = counted.get(count.roomId) ?? [];
    counted.set(count.roomId, ofRoom);
    const byCamera = room === undefined || newest === undefined ? {} : byCameraOf(room, newest);
    const compared = estimated === null ? null : { estimated, truth: count.people, ...byCamera };
    ofRoom.push({ count, compared });
  }
  return counted;
}

/** The classes that say something of the cameras. */
export function comparable(counted: readonly Counted[]): CountedClass[] {
  return counted.flatMap(({ compared }) => (compared === null ? [] : [compared]));
}

export function ruleOf(room: RoomConfig): CameraRule {
  const seeing = room.cameras.filter(({ enabled }) => enabled);
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
