/** What true counts say of each room: the factors, and how far off the counts are without and with them. */

import type { GymConfig, RoomConfig } from '../../config/config.ts';
import { calibrate, correctedByOthers, MIN_CLASSES } from '../../gym/attendance/calibration.ts';
import type { TrueCount } from '../../store/history/classes/class-store.ts';
import type { ClassStore } from '../../store/history/classes/store.ts';
import { type Counted, comparable, countedIn, ruleOf } from '../gyms/calibrations.ts';

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
) {
  const others = (await store.trueCounts(gym.id)).filter(
    ({ classId }) => classId !== instead?.classId,
  );
  const counts = [...others, ...(instead === null ? [] : [instead])].toSorted(
    (one, other) => one.startsUtcMs - other.startsUtcMs,
  );
  const counted = await countedIn(store, gym, counts);
  return gym.rooms.flatMap((room) => {
    const ofRoom = counted.get(room.id) ?? [];
    return ofRoom.length > 0 || room.cameras.length > 0 ? [calibrationOf(room, ofRoom)] : [];
  });
}

export type RoomCalibration = ReturnType<typeof calibrationOf>;

/**
 * `calibration` is null where no counted class of the room has an estimate. Its classes by start, each next to the cameras:
 * `estimated` without any factor, null before the estimate, and where there is none; `corrected` with factors that are taken
 * from the other classes, null as above, and with too few others.
 */
function calibrationOf(room: RoomConfig, counted: readonly Counted[]) {
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
