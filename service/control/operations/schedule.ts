/** Imports of a schedule, and what they would change. */

import { type Static, Type } from 'typebox';
import { type ImportReport, takeFile } from '../../imports/take-file.ts';
import { gymOf } from '../gym.ts';
import { type OperationWorld, operation } from './operation.ts';

const IMPORT_ARGS = Type.Object({
  /** Null means the only gym. */
  gym: Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()]),
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
