/** What true counts say of each room: the factors, and how far off the counts are without and with them. */

import type { GymConfig, RoomConfig } from '../../config/config.ts';
import {
  type Calibration,
  calibrate,
  correctedByOthers,
  MIN_CLASSES,
} from '../../gym/attendance/calibration.ts';
import type { TrueCount } from '../../store/history/classes/class-store.ts';
import type { ClassStore } from '../../store/history/classes/store.ts';
import { type Counted, comparable, countedIn, ruleOf } from '../gyms/calibrations.ts';

/** A class that a person counted, next to the cameras. */
export interface ComparedClass {
  readonly count: TrueCount;
  /** People by the cameras, without any factor; null before the estimate, and where there is none. */
  readonly estimated: number | null;
  /** The same with factors that are taken from the other classes; null as above, and with too few others. */
  readonly corrected: number | null;
}

export interface RoomCalibration {
  readonly room: RoomConfig;
  /** Null where no counted class of the room has an estimate. */
  readonly calibration: Calibration | null;
  /** By start. */
  readonly classes: readonly ComparedClass[];
}

type Store = Pick<ClassStore, 'trueCounts' | 'estimates'>;
type CalibratedGym = Pick<GymConfig, 'id' | 'rooms'>;

/**
 * Of all rooms that a camera sees or a person counted in.
 *
 * @param instead a true count that would be noted, in place of the one of its class. Rejects with SQLite's error.
 */
export async function roomCalibrations(
  store: Store,
  gym: CalibratedGym,
  instead: TrueCount | null = null,
): Promise<readonly RoomCalibration[]> {
  const stored = await store.trueCounts(gym.id);
  const counts =
    instead === null
      ? stored
      : [...stored.filter(({ classId }) => classId !== instead.classId), instead].toSorted(
          (one, other) => one.startsUtcMs - other.startsUtcMs,
        );
  const counted = await countedIn(store, gym, counts);
  return gym.rooms.flatMap((room) => {
    const ofRoom = counted.get(room.id) ?? [];
    return ofRoom.length > 0 || room.cameras.length > 0 ? [calibrationOf(room, ofRoom)] : [];
  });
}

function calibrationOf(room: RoomConfig, counted: readonly Counted[]): RoomCalibration {
  const rule = ruleOf(room);
  const classes = comparable(counted);
  const corrected = classes.length < MIN_CLASSES ? [] : correctedByOthers(classes, rule);
  let at = 0;
  return {
    room,
    calibration: calibrate(classes, rule),
    classes: counted.map(({ count, compared }) => {
      if (compared === null) return { count, estimated: null, corrected: null };
      const by = corrected[at] ?? null;
      at += 1;
      return { count, estimated: compared.estimated, corrected: by };
    }),
  };
}
