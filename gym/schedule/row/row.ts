/** One row of a file, whatever its format, as a class. */

import type { Draft, FaultLog } from '../entry-list.ts';
import { DEFAULT_CLASS_MS } from '../limits.ts';
import { decideDateOrder } from './dates.ts';
import { decideDecimalMark, type NumberContext, readFigures } from './numbers.ts';
import { type RowValues, readCancelled, readYes, textOf } from './text.ts';
import { readWhen, type TimeContext } from './times.ts';

/** What the rows of one file have in common. */
export type RowContext = TimeContext & NumberContext;

/**
 * Looks over a whole file before its rows are read. Guesses that touch the whole file are faults of the file, once.
 *
 * @param dates all texts that stand for a date.
 */
export function makeContext(
  timezone: string,
  faults: FaultLog,
  dates: readonly string[] = [],
  amounts: readonly string[] = [],
): RowContext {
  let isLengthNoted = false;
  return {
    timezone,
    dateOrder: decideDateOrder(dates, timezone, faults),
    decimalMark: decideDecimalMark(amounts),
    faults,
    noteDefaultLength: () => {
      if (isLengthNoted) return;
      isLengthNoted = true;
      faults.ignored({
        line: null,
        field: 'end',
        expected: 'an end or a duration of every class',
        got: `classes without one, taken as ${DEFAULT_CLASS_MS / 60_000} min`,
      });
    },
  };
}

/** The class that a row says; null with a fault where it lacks a name or a time that can be read. */
export function readRow(values: RowValues, line: number, context: RowContext): Draft | null {
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
  const said = substitute === null ? false : readYes(substitute);
  const isSubstitute = said ?? true;
  const name = said === null ? substitute : textOf(values.trainer);
  if (name === null) return { trainer: null, isSubstitute };
  const externalId = said === null ? null : textOf(values.trainer_id);
  return { trainer: { externalId, name }, isSubstitute };
}
