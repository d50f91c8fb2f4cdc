/**
 * What a person knows of one class: a correction, which holds in place of the count of the cameras, or a true count, which
 * changes no figure of the class and corrects its room. The command line and the owner API say it here.
 */

import type { Config, GymConfig } from '../../config/config.ts';
import { nearest } from '../../config/fault.ts';
import { TurnoutError } from '../../errors.ts';
import { createRoomFinder } from '../../gym/schedule/rooms.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { ClassRecord } from '../../store/history/classes/class-store.ts';
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

export class ClassFindings {
  readonly #parts: ClassFindingsParts;

  constructor(parts: ClassFindingsParts) {
    this.#parts = parts;
  }

  /** Throws `class_unknown`, also for a class of another gym. */
  async record(classId: string, gymId: string | null): Promise<ClassRecord> {
    const record = await this.#parts.classes.record(classId);
    if (record !== null && (gymId === null || record.gymId === gymId)) return record;
    throw new TurnoutError('class_unknown', {
      where: 'class',
      expected: 'the id of a class that was imported',
      got: classId,
      hint: 'list the classes with: turnout class list',
    });
  }

  /** Throws `class_unknown`, and `usage` for a class that is to come or cancelled, and for far more people than places. */
  async correct(
    classId: string,
    { attended, note }: { readonly attended: number; readonly note: string | null },
    { by, gymId, isForced }: Speaker,
  ): Promise<void> {
    const record = await this.record(classId, gymId);
    this.refuseUnheld(record);
    if (!isForced) this.#refuseCrowd(record, attended);
    await this.#parts.classes.correct(classId, { attended, note, by });
  }

  /** The count of the cameras, or the import, holds again. Throws `class_unknown`. */
  async uncorrect(classId: string, { by, gymId }: Omit<Speaker, 'isForced'>): Promise<void> {
    await this.record(classId, gymId);
    await this.#parts.classes.withdrawCorrection(classId, by);
  }

  /**
   * @param counted `room`: id or name; null is the room of the class.
   * @returns the id of the room. Throws as {@link correct}, and `usage` where the room is none of the gym.
   */
  async count(
    classId: string,
    { people, room }: { readonly people: number; readonly room: string | null },
    { by, gymId, isForced }: Speaker,
  ): Promise<string> {
    const record = await this.record(classId, gymId);
    this.refuseUnheld(record);
    if (!isForced) this.#refuseCrowd(record, people);
    const roomId = this.roomIdOf(record, room);
    await this.#parts.classes.addTrueCount({ classId, roomId, people }, by);
    return roomId;
  }

  /** Takes a true count back. Throws `class_unknown`. */
  async uncount(classId: string, { by, gymId }: Omit<Speaker, 'isForced'>): Promise<void> {
    await this.record(classId, gymId);
    await this.#parts.classes.withdrawTrueCount(classId, by);
  }

  /** Throws `usage` for a class that is still to come, or was cancelled: no figure of it is anyone's. */
  refuseUnheld({ id, startsUtcMs, isCancelled }: ClassRecord): void {
    const isToCome = startsUtcMs > this.#parts.clock.nowUtcMs();
    if (!isToCome && !isCancelled) return;
    throw new TurnoutError('usage', {
      where: `class ${id}`,
      expected: 'a class that runs or is over',
      got: isToCome ? 'one that is still to come' : 'one that was cancelled',
      hint: isToCome ? 'count it when it runs' : 'if it was held, mend the schedule first',
    });
  }

  /** The most people that are taken without force; null where the places are not known. */
  mostTaken(record: ClassRecord): number | null {
    const places = this.#placesOf(record);
    return places === null ? null : Math.floor(places * CROWD);
  }

  /** Throws `usage` where the room is none of the gym, or the class has none. */
  roomIdOf(record: ClassRecord, named: string | null): string {
    const gym = this.#gymOf(record);
    const ids = (gym?.rooms ?? []).map(({ id }) => id);
    const find = gym === undefined ? () => null : createRoomFinder(gym);
    const { sourceId, room } = record;
    const byName = named === null ? null : find(sourceId, named);
    const id = byName ?? named ?? (room === null ? null : find(sourceId, room)) ?? '';
    if (ids.includes(id)) return id;
    const near = named === null ? null : nearest(named, ids);
    throw new TurnoutError('usage', {
      where: `class ${record.id}`,
      expected: `a room of gym ${record.gymId}: ${ids.join(', ')}`,
      got: named ?? room ?? 'none',
      hint: near === null ? 'name the room' : `did you mean ${near}?`,
    });
  }

  /** Throws `usage` for far more people than the class has places. */
  #refuseCrowd(record: ClassRecord, people: number): void {
    const most = this.mostTaken(record);
    if (most === null || people <= most) return;
    throw new TurnoutError('usage', {
      where: `class ${record.id}`,
      expected: `at most ${most} people, since there are ${this.#placesOf(record)} places`,
      got: String(people),
      hint: 'if it is right, add --force (over HTTP: "force": true)',
    });
  }

  #placesOf(record: ClassRecord): number | null {
    const gym = this.#gymOf(record);
    if (gym === undefined) return record.capacity;
    const { room, sourceId } = record;
    const roomId = room === null ? null : createRoomFinder(gym)(sourceId, room);
    return record.capacity ?? gym.rooms.find(({ id }) => id === roomId)?.capacity ?? null;
  }

  #gymOf({ gymId }: ClassRecord): GymConfig | undefined {
    return this.#parts.config().gyms.find(({ id }) => id === gymId);
  }
}
