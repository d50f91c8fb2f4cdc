/** Imports as a list, and one of them taken back; the same for trainers that were joined. */

import { Type } from 'typebox';
import { gymOf } from '../gym.ts';
import { type OperationWorld, operation } from './operation.ts';

/** Null means the only gym. */
const GYM = Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()]);
const NUMBER = Type.Integer({ minimum: 1 });
/** Who takes back through this operation. */
const BY = 'command line';

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
