/** What a person says of one class: corrections and true counts. */

import { Type } from 'typebox';
import { ClassFindings } from '../../findings/class-findings.ts';
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

export function classOperations({ history: { classes }, config, clock }: OperationWorld) {
  const findings = new ClassFindings({ classes, config, clock, howToForce: 'add --force' });
  const speaker = (isForced: boolean) => ({ by: BY, gymId: null, isForced });
  const calibrationOf = async (gymId: string, roomId: string) => {
    const calibrations = await calibrationsOf(classes, gymOf(config(), gymId));
    return calibrations.get(roomId) ?? null;
  };
  return {
    'class.correct': operation(
      Type.Object({
        class: CLASS,
        attended: PEOPLE,
        note: Type.Union([Type.String({ maxLength: 500 }), Type.Null()]),
        force: FORCE,
      }),
      async ({ class: classId, attended, note, force }) => {
        await findings.correct(classId, { attended, note }, speaker(force));
        return classes.record(classId);
      },
    ),
    'class.uncorrect': operation(Type.Object({ class: CLASS }), async ({ class: classId }) => {
      await findings.uncorrect(classId, speaker(false));
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
        const roomId = await findings.count(classId, { people, room }, speaker(force));
        const record = await findings.record(classId, null);
        return { record, roomId, calibration: await calibrationOf(record.gymId, roomId) };
      },
    ),
    'class.uncount': operation(Type.Object({ class: CLASS }), async ({ class: classId }) => {
      await findings.uncount(classId, speaker(false));
      return classes.record(classId);
    }),
  };
}
