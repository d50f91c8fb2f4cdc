/** `turnout class`: single classes, and what a person knows of them. */

import { type Command, InvalidArgumentError } from 'commander';
import type { CliContext } from '../context.ts';
import { type DateOptions, dateOptions } from '../schedule/gym-dates.ts';
import { correctClass, countClass } from './findings.ts';
import { LIST_DAYS, listClasses } from './list.ts';

const FORCE = 'also more people than half as many again as there are places';

export function registerClass(program: Command, context: CliContext): void {
  const group = program
    .command('class')
    .description('List classes, correct who was there, note true counts');
  dateOptions(
    group.command('list').description('Show the classes of some dates with their ids'),
    LIST_DAYS,
  )
    .addHelpText('after', '\nExample:\n  turnout class list --from 2026-07-01 --to 2026-07-01')
    .action((options: DateOptions) => listClasses(context, options));
  group
    .command('correct')
    .description('Say how many people were in a class; it overrides the count of the cameras')
    .argument('<class>', 'id of the class, see: turnout class list')
    .option('--attended <people>', 'how many there were, without staff', people)
    .option('--note <text>', 'why, for those who look later')
    .option('--withdraw', 'take the correction back')
    .option('--force', FORCE)
    .addHelpText('after', '\nExample:\n  turnout class correct cls_1a2b --attended 14')
    .action((id: string, options) => correctClass(context, id, options));
  group
    .command('count')
    .description(
      'Note a true count: three or more give the room a factor, shown with the error before and after',
    )
    .argument('<class>', 'id of the class, see: turnout class list')
    .option('--people <people>', 'how many there were, without staff', people)
    .option('--room <id-or-name>', 'room they were in; default: the room of the class')
    .option('--withdraw', 'take the true count back')
    .option('--force', FORCE)
    .addHelpText('after', '\nExample:\n  turnout class count cls_1a2b --people 14')
    .action((id: string, options) => countClass(context, id, options));
}

function people(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 10_000) return Number(text);
  throw new InvalidArgumentError('Expected a whole number of people, 0 to 10000');
}
