/** What a person says of one class: corrections and true counts. */

import { TurnoutError } from '../../errors.ts';
import { Type } from '../../schema-type.ts';
import { calibrationsOf } from '../gyms/index.ts';
import type { ClassRecord } from '../history/index.ts';
import { createRoomFinder } from '../schedule/index.ts';
import { gymOf } from './gym.ts';
import { type OperationWorld, operation } from './operation.ts';

/** The most that a room may hold in the configuration. */
const PEOPLE = Type.Integer({ minimum: 0, maximum: 10_000 });
const CLASS = Type.String({ minLength: 1, maxLength: 64 });
/** Who corrects through this door; keys name themselves by theirs. */
const BY = 'command line';

export function classOperations({ history: { classes }, config }: OperationWorld) {
  return {
    'class.correct': operation(
      Type.Object({
        class: CLASS,
        attended: PEOPLE,
        note: Type.Union([Type.String({ maxLength: 500 }), Type.Null()]),
      }),
      async ({ class: classId, attended, note }) => {
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
      }),
      async ({ class: classId, people, room }) => {
        const record = await classes.record(classId);
        const roomId = record === null ? '' : roomIdOf(config(), record, room);
        await classes.addTrueCount({ classId, roomId, people });
        const gym = record === null ? null : gymOf(config(), record.gymId);
        const calibrations = gym === null ? null : await calibrationsOf(classes, gym);
        return { record, roomId, calibration: calibrations?.get(roomId) ?? null };
      },
    ),
  };
}

type Gyms = Parameters<typeof gymOf>[0];

/** Throws `usage` where the room is none of the gym, or the class has none. */
function roomIdOf(config: Gyms, record: ClassRecord, named: string | null): string {
  const gym = gymOf(config, record.gymId);
  const ids = gym.rooms.map(({ id }) => id);
  const id =
    named ??
    (record.room === null ? null : createRoomFinder(gym)(record.sourceId, record.room)) ??
    '';
  if (ids.includes(id)) return id;
  throw new TurnoutError('usage', {
    where: `class ${record.id}`,
    expected: `a room of gym ${gym.id}: ${ids.join(', ')}`,
    got: named ?? record.room ?? 'none',
    hint: 'name it with --room',
  });
}
