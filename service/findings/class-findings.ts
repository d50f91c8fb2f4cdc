/**
 * What a person knows of one class: a correction, which holds in place of the count of the cameras, or a true count, which
 * changes no figure of the class and corrects its room. Here is what may be said; the owner API stores it.
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
  readonly classes: Pick<ClassStore, 'record'>;
  /** As it is now. */
  readonly config: () => Pick<Config, 'gyms'>;
  readonly clock: Pick<Clock, 'nowUtcMs'>;
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
  /** Throws `usage` for far more people than the class has places. */
  const refuseCrowd = (record: ClassRecord, people: number): void => {
    const most = mostTaken(record);
    if (most === null || people <= most) return;
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
    /** @param gymId whose classes may be spoken of; null for all. Throws `class_unknown`, also for a class of another gym. */
    record: async (classId: string, gymId: string | null): Promise<ClassRecord> => {
      const record = await classes.record(classId);
      if (record !== null && (gymId === null || record.gymId === gymId)) return record;
      throw unknownClass(classId);
    },
    mostTaken,
    refuseUnheld,
    refuseCrowd,
    roomIdOf,
  };
}

function misfit(classId: string, expected: string, got: string, hint: string): TurnoutError {
  return new TurnoutError('usage', { where: `class ${classId}`, expected, got, hint });
}
