/** What a person says of one class: corrections and true counts. */

import { Type } from 'typebox';
import { nearest } from '../../../config/check/text.ts';
import { TurnoutError } from '../../../errors.ts';
import { createRoomFinder } from '../../../gym/schedule/rooms.ts';
import type { ClassRecord } from '../../../store/history/classes/class-store.ts';
import { calibrationsOf } from '../../gyms/calibrations.ts';
import { gymOf } from '../gym.ts';
import { type OperationWorld, operation } from './operation.ts';

/** The most that a room may hold in the configuration. */
const PEOPLE = Type.Integer({ minimum: 0, maximum: 10_000 });
const CLASS = Type.String({ minLength: 1, maxLength: 64 });
/** Whether far more people than places are taken. */
const FORCE = Type.Boolean();
/** Who corrects over this socket; keys name themselves by theirs. */
const BY = 'command line';

export function classOperations({ history: { classes }, config }: OperationWorld) {
  return {
    'class.correct': operation(
      Type.Object({
        class: CLASS,
        attended: PEOPLE,
        note: Type.Union([Type.String({ maxLength: 500 }), Type.Null()]),
        force: FORCE,
      }),
      async ({ class: classId, attended, note, force }) => {
        if (!force) refuseCrowd(config(), await classes.record(classId), attended);
        await classes.correct(classId, { attended, note, by: BY });
        return classes.record(classId);
      },
    ),
    'class.uncorrect': operation(Type.Object({ class: CLASS }), async ({ class: classId }) => {
      await classes.withdrawCorrection(classId, BY);
      return classes.record(classId);
    }),
    'class.true_count': operation(
      Type.Object({
        class: CLASS,
        people: PEOPLE,
        /** Null means the room of the class. */
        room: Type.Union([Type.String({ maxLength: 64 }), Type.Null()]),
        force: FORCE,
      }),
      async ({ class: classId, people, room, force }) => {
        const record = await classes.record(classId);
        if (!force) refuseCrowd(config(), record, people);
        const roomId = record === null ? '' : roomIdOf(config(), record, room);
        await classes.addTrueCount({ classId, roomId, people });
        const gym = record === null ? null : gymOf(config(), record.gymId);
        const calibrations = gym === null ? null : await calibrationsOf(classes, gym);
        return { record, roomId, calibration: calibrations?.get(roomId) ?? null };
      },
    ),
  };
}

/** People for each place from which on a number is taken for a slip of the finger. Chosen here: 140 for 14. */
const CROWD = 1.5;

/** Throws `usage` for far more people than the class has places. */
function refuseCrowd({ gyms }: Gyms, record: ClassRecord | null, people: number): void {
  const gym = gyms.find(({ id }) => id === record?.gymId);
  if (record === null || gym === undefined) return;
  const roomId = record.room === null ? null : createRoomFinder(gym)(record.sourceId, record.room);
  const places = record.capacity ?? gym.rooms.find(({ id }) => id === roomId)?.capacity ?? null;
  if (places === null || people <= places * CROWD) return;
  throw new TurnoutError('usage', {
    where: `class ${record.id}`,
    expected: `at most ${Math.floor(places * CROWD)} people, since there are ${places} places`,
    got: String(people),
    hint: 'if it is right, add --force',
  });
}

type Gyms = Parameters<typeof gymOf>[0];

/** Throws `usage` where the room is none of the gym, or the class has none. */
function roomIdOf(config: Gyms, record: ClassRecord, named: string | null): string {
  const gym = gymOf(config, record.gymId);
  const ids = gym.rooms.map(({ id }) => id);
  const byName = named === null ? null : createRoomFinder(gym)(record.sourceId, named);
  const id =
    byName ??
    named ??
    (record.room === null ? null : createRoomFinder(gym)(record.sourceId, record.room)) ??
    '';
  if (ids.includes(id)) return id;
  const near = named === null ? null : nearest(named, ids);
  throw new TurnoutError('usage', {
    where: `class ${record.id}`,
    expected: `a room of gym ${gym.id}: ${ids.join(', ')}`,
    got: named ?? record.room ?? 'none',
    hint: near === null ? 'name it with --room' : `did you mean ${near}?`,
  });
}
