/** What true counts say of each room: the factors, and how far off the counts are without and with them. */

import type { GymConfig, RoomConfig } from '../../config/config.ts';
import { type CountedClass, calibrate } from '../../gym/attendance/calibration.ts';
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

/**
 * Of all rooms that a camera sees or a person counted in.
 *
 * @param instead a true count that would be noted, in place of the one of its class. Rejects with SQLite's error.
 */
export async function roomCalibrations(
  store: Pick<ClassStore, 'trueCounts' | 'estimates'>,
  gym: Pick<GymConfig, 'id' | 'rooms'>,
  instead: TrueCount | null = null,
) {
  const others = (await store.trueCounts(gym.id)).filter(
    ({ classId }) => classId !== instead?.classId,
  );
  const counts = [...others, ...(instead === null ? [] : [instead])].toSorted(
    (one, other) => one.startsUtcMs - other.startsUtcMs,
  );
  const rooms: RoomCalibration[] = [];
  for (const room of gym.rooms) {
    const ofRoom = counts.filter(({ roomId }) => roomId === room.id);
    if (ofRoom.length === 0 && room.cameras.length === 0) continue;
    rooms.push(await calibrationOf(store, room, ofRoom));
  }
  return rooms;
}

export type RoomCalibration = Awaited<ReturnType<typeof calibrationOf>>;

/**
 * `calibration` is null where no counted class of the room has an estimate. Its classes by start, each next to the cameras:
 * `estimated` without any factor, null before the estimate, and where there is none; `corrected` with factors that are taken
 * from the other classes, null as above, and with too few others.
 */
async function calibrationOf(
  store: Pick<ClassStore, 'estimates'>,
  room: RoomConfig,
  counts: readonly TrueCount[],
) {
  const counted: { readonly count: TrueCount; readonly compared: CountedClass | null }[] = [];
  for (const count of counts) {
    const newest = (await store.estimates(count.classId)).at(-1);
    counted.push({
      count,
      compared: newest === undefined ? null : comparedOf(room, count, newest),
    });
  }
  const classes = counted.flatMap(({ compared }) => compared ?? []);
  const calibration = calibrate(classes, {
    rule: seesTheSame(room) ? room.cameraRule : 'sum',
    cameras: room.cameras.filter(({ enabled }) => enabled).map(({ id }) => id),
  });
  const corrected = calibration?.isJudged === true ? calibration.corrected : [];
  return {
    room,
    calibration,
    classes: counted.map(({ count, compared }) => ({
      count,
      estimated: compared?.estimated ?? null,
      corrected: (compared && corrected[classes.indexOf(compared)]) ?? null,
    })),
  };
}

/** A true count next to what the cameras had of the class; null where they had nothing. */
function comparedOf(
  room: RoomConfig,
  { people: truth }: TrueCount,
  { figures }: Pick<StoredAttendance, 'figures'>,
): CountedClass | null {
  const estimated = figures['uncalibrated'] ?? null;
  if (estimated === null) return null;
  const known = room.cameras.flatMap(({ id }): [string, number][] => {
    const people = figures[cameraFigure(id)] ?? null;
    return people === null ? [] : [[id, people]];
  });
  const byCamera = known.length === 0 ? {} : { byCamera: Object.fromEntries(known) };
  return { estimated, truth, ...byCamera };
}
