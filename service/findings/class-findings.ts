/**
 * What a person knows of one class: a correction, which holds in place of the count of the cameras, or a true count, which
 * changes no figure of the class and corrects its room. The command line and the owner API say it here.
 */

import type { Config, GymConfig } from '../../config/config.ts';
import { nearest } from '../../config/fault.ts';
import { TurnoutError } from '../../errors.ts';
import { createRoomFinder } from '../../gym/sessions/names.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { ClassRecord } from '../../store/history/classes/class-store.ts';
import { unknownClass } from '../../store/history/classes/findings.ts';
import type { ClassStore } from '../../store/history/classes/store.ts';

export interface ClassFindingsParts {
  readonly classes: Pick<
    ClassStore,
    'record' | 'correct' | 'withdrawCorrection' | 'addTrueCount' | 'withdrawTrueCount'
  >;
  /** As it is now. */
  readonly config: () => Pick<Config, 'gyms'>;
  readonly clock: Pick<Clock, 'nowUtcMs'>;
}

/** Who says it. */
export interface Speaker {
  /** Id of a key, or `command line`. */
  readonly by: string;
  /** The gym whose classes may be spoken of; null for all. */
  readonly gymId: string | null;
  /** Whether far more people than places are taken. */
  readonly isForced: boolean;
}

/** People for each place from which on a number is taken for a slip of the finger. Chosen here: 140 for 14. */
const CROWD = 1.5;

export function classFindings({ classes, config, clock }: ClassFindingsParts) {
  const gymOf = ({ gymId }: ClassRecord) => config().gyms.find(({ id }) => id === gymId);
  /** Id of the room that is meant by a name that a source wrote; null for none. */
  const foundIn = (gym: GymConfig | undefined, { sourceId }: ClassRecord, name: string | null) =>
    gym === undefined || name === null ? null : createRoomFinder(gym)(sourceId, name);
  const placesOf = (record: ClassRecord): number | null => {
    const gym = gymOf(record);
    const roomId = foundIn(gym, record, record.room);
    return record.capacity ?? gym?.rooms.find(({ id }) => id === roomId)?.capacity ?? null;
  };
  /** The most people that are taken without force; null where the places are not known. */
  const mostTaken = (record: ClassRecord): number | null => {
    const places = placesOf(record);
    return places === null ? null : Math.floor(places * CROWD);
  };
  /** Throws `class_unknown`, also for a class of another gym. */
  const recordOf = async (classId: string, gymId: string | null): Promise<ClassRecord> => {
    const record = await classes.record(classId);
    if (record !== null && (gymId === null || record.gymId === gymId)) return record;
    throw unknownClass(classId);
  };
  /** Throws `usage` for a class that is still to come, or was cancelled: no figure of it is anyone's. */
  const refuseUnheld = ({ id, startsUtcMs, isCancelled }: ClassRecord): void => {
    const isToCome = startsUtcMs > clock.nowUtcMs();
    if (!isToCome && !isCancelled) return;
    throw misfit(
      id,
      'a class that runs or is over',
      isToCome ? 'one that is still to come' : 'one that was cancelled',
      isToCome ? 'count it when it runs' : 'if it was held, mend the schedule first',
    );
  };
  /** The class that somebody counted. Throws `usage` for one that is not held, and for far more people than it has places. */
  const counted = async (classId: string, people: number, { gymId, isForced }: Speaker) => {
    const record = await recordOf(classId, gymId);
    refuseUnheld(record);
    const most = mostTaken(record);
    if (isForced || most === null || people <= most) return record;
    const expected = `at most ${most} people, since there are ${placesOf(record)} places`;
    const hint = 'if it is right, add --force (over HTTP: "force": true)';
    throw misfit(record.id, expected, String(people), hint);
  };
  /** Throws `usage` where the room is none of the gym, or the class has none. */
  const roomIdOf = (record: ClassRecord, named: string | null): string => {
    const gym = gymOf(record);
    const ids = (gym?.rooms ?? []).map(({ id }) => id);
    const { room } = record;
    const id = foundIn(gym, record, named) ?? named ?? foundIn(gym, record, room) ?? '';
    if (ids.includes(id)) return id;
    const near = named === null ? null : nearest(named, ids);
    const expected = `a room of gym ${record.gymId}: ${ids.join(', ')}`;
    const hint = near === null ? 'name the room' : `did you mean ${near}?`;
    throw misfit(record.id, expected, named ?? room ?? 'none', hint);
  };
  return {
    record: recordOf,
    mostTaken,
    refuseUnheld,
    roomIdOf,
    /** Throws `class_unknown`, and `usage` for a class that is to come or cancelled, and for far more people than places. */
    correct: async (
      classId: string,
      { attended, note }: { readonly attended: number; readonly note: string | null },
      speaker: Speaker,
    ): Promise<void> => {
      await counted(classId, attended, speaker);
      await classes.correct(classId, { attended, note, by: speaker.by });
    },
    /** The count of the cameras, or the import, holds again. Throws `class_unknown`. */
    uncorrect: async (classId: string, { by, gymId }: Omit<Speaker, 'isForced'>) => {
      await recordOf(classId, gymId);
      await classes.withdrawCorrection(classId, by);
    },
    /**
     * @param count `room`: id or name; null is the room of the class.
     * @returns the id of the room. Throws as `correct`, and `usage` where the room is none of the gym.
     */
    count: async (
      classId: string,
      { people, room }: { readonly people: number; readonly room: string | null },
      speaker: Speaker,
    ): Promise<string> => {
      const roomId = roomIdOf(await counted(classId, people, speaker), room);
      await classes.addTrueCount({ classId, roomId, people }, speaker.by);
      return roomId;
    },
    /** Takes a true count back. Throws `class_unknown`. */
    uncount: async (classId: string, { by, gymId }: Omit<Speaker, 'isForced'>) => {
      await recordOf(classId, gymId);
      await classes.withdrawTrueCount(classId, by);
    },
  };
}

function misfit(classId: string, expected: string, got: string, hint: string): TurnoutError {
  return new TurnoutError('usage', { where: `class ${classId}`, expected, got, hint });
}
