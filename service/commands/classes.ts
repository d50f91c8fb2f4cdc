/** Imports of a schedule and what they would change, one of them taken back, trainers that were joined, and what a person says of a class. */

import { type Static, Type } from 'typebox';
import { ClassFindings } from '../findings/class-findings.ts';
import { calibrationsOf } from '../gyms/calibrations.ts';
import { type ImportReport, takeFile } from '../imports/take-file.ts';
import { gymOf } from './gym.ts';
import { BY, GYM, type OperationWorld, operation } from './operation.ts';

const IMPORT_ARGS = Type.Object({
  gym: GYM,
  source: Type.String({ pattern: '^[a-z0-9-]{1,64}$' }),
  format: Type.Union([
    Type.Literal('auto'),
    Type.Literal('ics'),
    Type.Literal('csv'),
    Type.Literal('json'),
  ]),
  /** Column of a field, by the field's name. */
  columns: Type.Record(Type.String(), Type.String()),
  /** Id of the room that is meant by a name. */
  rooms: Type.Record(Type.String(), Type.String()),
  /** Whether counts over one and a half times a room's places are taken as they are. */
  force: Type.Optional(Type.Boolean()),
  /** Name or number of the sheet of a workbook. Null: the first. */
  sheet: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()])),
  /** Name of the file, for the list of imports. Null: as the source. */
  origin: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
});

type ImportArgs = Static<typeof IMPORT_ARGS>;

export function scheduleOperations(world: OperationWorld) {
  const take = (
    what: 'preview' | 'import',
    { gym: named, ...wish }: ImportArgs,
    bytes: Uint8Array,
  ): Promise<ImportReport> => {
    const gym = gymOf(world.config(), named);
    return takeFile(world, what, { gym, bytes, wish, nowUtcMs: world.clock.nowUtcMs() });
  };
  return {
    'schedule.preview': operation(IMPORT_ARGS, (args, bytes) => take('preview', args, bytes)),
    'schedule.import': operation(IMPORT_ARGS, (args, bytes) => take('import', args, bytes)),
  };
}

const NUMBER = Type.Integer({ minimum: 1 });

export function importOperations({ history: { classes }, config, stopping }: OperationWorld) {
  return {
    'schedule.imports': operation(
      Type.Object({ gym: GYM, limit: Type.Integer({ minimum: 1, maximum: 5_000 }) }),
      async ({ gym: named, limit }) => {
        const { id, timezone } = gymOf(config(), named);
        const imports = await classes.imports(id);
        return { gymId: id, timezone, total: imports.length, imports: imports.slice(0, limit) };
      },
    ),
    'schedule.undo': operation(
      Type.Object({ gym: GYM, number: NUMBER, takesRest: Type.Boolean() }),
      async ({ gym: named, number, takesRest }) => {
        const { id, timezone, schedule } = gymOf(config(), named);
        const ending = stopping === undefined ? {} : { signal: stopping };
        const report = await classes.undoImport(id, number, { by: BY, takesRest, ...ending });
        const isFeed = schedule.some((source) => source.id === report.import.sourceId);
        return { gymId: id, timezone, isFeed, ...report };
      },
    ),
    'schedule.joins': operation(Type.Object({ gym: GYM }), async ({ gym: named }) => {
      const { id, timezone } = gymOf(config(), named);
      return { gymId: id, timezone, joins: await classes.joins(id) };
    }),
    'schedule.separate': operation(
      Type.Object({ gym: GYM, number: NUMBER }),
      async ({ gym: named, number }) => {
        const { id } = gymOf(config(), named);
        await classes.separate(id, number, BY);
        return { gymId: id, number };
      },
    ),
  };
}

/** The most that a room may hold in the configuration. */
const PEOPLE = Type.Integer({ minimum: 0, maximum: 10_000 });
const CLASS = Type.String({ minLength: 1, maxLength: 64 });
/** Whether far more people than places are taken. */
const FORCE = Type.Boolean();
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
