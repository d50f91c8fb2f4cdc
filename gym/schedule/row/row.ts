/** One row of a file, whatever its format, as a class. */

import type { RowFault } from '../entry.ts';
import type { Draft, FaultLog, ReadParts } from '../entry-list.ts';
import { DEFAULT_CLASS_MS } from '../limits.ts';
import { decideDateOrder } from './dates.ts';
import { decideDecimalMark, type NumberContext, readFigures } from './numbers.ts';
import { type Field, type RowValues, readCancelled, readYes, textOf } from './text.ts';
import { readWhen, type TimeContext } from './times.ts';
import { WeeklyRows } from './weekly.ts';

/** What the rows of one file have in common. */
export type RowContext = TimeContext & NumberContext;

/** A row of a table or an entry of a list; a fault where its export means no class by it. */
export interface Row {
  readonly line: number;
  readonly values: RowValues | RowFault;
}

/** Reads the classes of all rows of a file into `entries`. */
export function takeRows(rows: readonly Row[], { options, entries, faults }: ReadParts): void {
  const textsOf = (...fields: readonly Field[]) =>
    fields.flatMap((field) =>
      rows.map(({ values }) => ('expected' in values ? '' : (textOf(values[field]) ?? ''))),
    );
  const dates = textsOf('date', 'start', 'from', 'until', 'end');
  const context = makeContext(options.timezone, faults, dates, textsOf('revenue'));
  const weekly = new WeeklyRows(options, context.dateOrder);
  for (const { line, values } of rows) {
    if (entries.isFull) break;
    const written = 'expected' in values ? values : weekly.written(values);
    if ('expected' in written) {
      faults.skipped({ line, ...written });
      continue;
    }
    for (const one of written) {
      const draft = readRow(one, line, context);
      if (draft !== null && !entries.isFull) entries.add(draft);
    }
  }
}

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
      const expected = 'an end or a duration of every class';
      const got = `classes without one, taken as ${DEFAULT_CLASS_MS / 60_000} min`;
      if (!isLengthNoted) faults.ignored({ line: null, field: 'end', expected, got });
      isLengthNoted = true;
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
