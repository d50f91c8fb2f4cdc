/** One row of a file, whatever its shape, as a class. */

import type { ScheduleEntry } from '../entry.ts';
import type { RowContext, RowLine } from './context.ts';
import type { RowValues } from './fields.ts';
import { readFigures } from './figures.ts';
import { textOf } from './values/blank.ts';
import { readCancelled, readYes } from './values/flag.ts';
import { readWhen } from './when.ts';

/** A class that still lacks an id where its source has none. */
export type Draft = Omit<ScheduleEntry, 'externalId'> & {
  readonly externalId: string | null;
  readonly line: RowLine;
};

/** The class that a row says; null with a fault where it lacks a name or a time that can be read. */
export function readRow(values: RowValues, line: RowLine, context: RowContext): Draft | null {
  const name = textOf(values.name);
  if (name === null) {
    context.faults.skipped({ line, field: 'name', expected: 'the name of the class', got: 'none' });
    return null;
  }
  const when = readWhen(values, context);
  if ('expected' in when) {
    context.faults.skipped({ line, ...when });
    return null;
  }
  const status = textOf(values.status);
  return {
    line,
    externalId: textOf(values.id),
    name,
    ...readTrainer(values),
    room: textOf(values.room),
    ...when,
    isCancelled: status !== null && readCancelled(status),
    ...readFigures(values, line, context),
  };
}

/** A column `Substitute` says yes or no, or who it is; the class is then that person's. */
function readTrainer(values: RowValues): Pick<Draft, 'trainer' | 'isSubstitute'> {
  const substitute = textOf(values.substitute);
  const isSubstitute = substitute === null ? false : (readYes(substitute) ?? true);
  const standIn = substitute !== null && readYes(substitute) === null ? substitute : null;
  const name = standIn ?? textOf(values.trainer);
  if (name === null) return { trainer: null, isSubstitute };
  const externalId = standIn === null ? textOf(values.trainer_id) : null;
  return { trainer: { externalId, name }, isSubstitute };
}
