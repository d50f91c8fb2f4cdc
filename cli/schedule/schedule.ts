/** `turnout schedule`: classes in and out of the history. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CliContext } from '../context.ts';
import { EXPORT_DAYS, type ExportOptions, exportFile } from './export.ts';
import { dateOptions } from './gym-dates.ts';
import { type ImportOptions, importFile } from './import.ts';
import {
  type ListOptions,
  listImports,
  listJoins,
  separateTrainer,
  type UndoOptions,
  undoImport,
} from './imports.ts';

export function registerSchedule(program: Command, context: CliContext): void {
  const schedule = program
    .command('schedule')
    .description('Bring classes, bookings and check-ins in from files, and out again');
  schedule
    .command('import')
    .description('Read a calendar (ICS), a table (CSV, Excel) or JSON; a running server reloads it')
    .argument('<file>', 'file, http(s) address, or - for what is piped in')
    .option('--gym <id>', 'gym of the classes; may be left out where there is only one')
    .option(
      '--source <id>',
      'whose classes they are; default: after the name of the file, or the address',
    )
    .addOption(
      new Option('--format <format>', 'what the file is')
        .choices(['auto', 'ics', 'csv', 'json'])
        .default('auto'),
    )
    .option(
      '--column <field=name>',
      'column of a field, such as start=Begins; repeatable',
      fieldAndColumn,
      {},
    )
    .option(
      '--room <name=id>',
      'configured room that is meant by a name; repeatable',
      nameAndRoom,
      {},
    )
    .option('--sheet <name>', 'sheet of an Excel workbook, by name or number; default: the first')
    .option('--force', "take counts over 1.5 times a room's places as they are")
    .option('--preview', 'show what would change, and change nothing')
    .addHelpText(
      'after',
      '\nThe same file a second time changes nothing. Files of several sources that speak of one class are joined by its start, name and room.\n\nExample:\n  turnout schedule import bookings.csv --preview',
    )
    .action((file: string, options: ImportOptions) => importFile(context, file, options));
  registerUndo(schedule, context);
  dateOptions(
    schedule.command('export').description('Write the classes of some dates to a file'),
    EXPORT_DAYS,
  )
    .addOption(
      new Option('--format <format>', 'what to write')
        .choices(['csv', 'json', 'ics'])
        .default('csv'),
    )
    .option('--out <file>', 'where to write it; default: standard output')
    .addHelpText('after', '\nExample:\n  turnout schedule export --from 2026-07-01 --out july.csv')
    .action((options: ExportOptions) => exportFile(context, options));
}

const GYM = ['--gym <id>', 'gym that is meant; may be left out where there is only one'] as const;

function registerUndo(schedule: Command, context: CliContext): void {
  schedule
    .command('imports')
    .description('List the imports of files and feeds that changed something, newest first')
    .option(...GYM)
    .option('--limit <number>', 'at most so many', whole, 20)
    .addHelpText('after', '\nExample:\n  turnout schedule imports')
    .action((options: ListOptions) => listImports(context, options));
  schedule
    .command('undo')
    .description('Undo an import: its classes are as before; corrections and counts stay')
    .argument('<id>', 'id of the import, from: turnout schedule imports', whole)
    .option(...GYM)
    .option('--rest', 'leave classes that later imports spoke of, and take the others back')
    .addHelpText('after', '\nExample:\n  turnout schedule undo 12')
    .action((id: number, options: UndoOptions) => undoImport(context, id, options));
  schedule
    .command('joins')
    .description(
      'List trainers that were taken for one person, such as "Mills, Joanna" and Joanna Mills',
    )
    .option(...GYM)
    .addHelpText('after', '\nExample:\n  turnout schedule joins')
    .action((options: UndoOptions) => listJoins(context, options));
  schedule
    .command('separate')
    .description('Take a join of trainers back: they stay two people')
    .argument('<number>', 'number of the join, from: turnout schedule joins', whole)
    .option(...GYM)
    .addHelpText('after', '\nExample:\n  turnout schedule separate 3')
    .action((number: number, options: UndoOptions) => separateTrainer(context, number, options));
}

function whole(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number from 1 on');
}

/** `field=Name`: fields have no `=`, columns may. */
function fieldAndColumn(text: string, known: Readonly<Record<string, string>>) {
  return collect(text, text.indexOf('='), known);
}

/** `Name=id`: names may have a `=`, ids have none. */
function nameAndRoom(text: string, known: Readonly<Record<string, string>>) {
  return collect(text, text.lastIndexOf('='), known);
}

function collect(
  text: string,
  divideAt: number,
  known: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const [left, right] = [text.slice(0, divideAt).trim(), text.slice(divideAt + 1).trim()];
  if (divideAt > 0 && left !== '' && right !== '') return { ...known, [left]: right };
  throw new InvalidArgumentError('Expected two texts with = between them');
}
