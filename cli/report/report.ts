/** `turnout report …`: how full a day was, how a trainer does, which classes are dead, what they earn. */

import type { Command } from 'commander';
import { TurnoutError } from '../../errors.ts';
import { performanceReport } from '../../gym/reports/classes/performance.ts';
import { revenueReport } from '../../gym/reports/money/revenue.ts';
import { periodRange, windowRange } from '../../gym/reports/period.ts';
import { summaryReport } from '../../gym/reports/summary.ts';
import { trainerReport } from '../../gym/reports/trainers/trainer.ts';
import { findName, type NameMatch } from '../../gym/sessions/find-name.ts';
import type { Trainer } from '../../gym/sessions/session.ts';
import type { CliContext } from '../context.ts';
import { classesText } from './classes-text.ts';
import { dayText } from './day-text.ts';
import type { Layout } from './legend.ts';
import { revenueText } from './revenue-text.ts';
import { trainerText } from './trainer-text.ts';
import { type GymChoice, readGym } from './view.ts';
import { reportWeek, type WeekOptions } from './week.ts';

export function registerReport(program: Command, context: CliContext): void {
  const report = program
    .command('report')
    .description('Show how full classes were, from the history; the server need not run')
    .addHelpText('after', '\nExample:\n  turnout report day yesterday');
  const reportCommand = (usage: string, about: string, example: string) =>
    report
      .command(usage)
      .description(about)
      .option('--gym <id>', 'the gym; default: the only one')
      .option('--wide', 'all columns, whatever the width of the terminal')
      .option('--no-legend', 'without the line that explains the words')
      .addHelpText('after', `\nExample:\n  ${example}`);
  const periodCommand = (usage: string, about: string, example: string) =>
    reportCommand(usage, about, example).option(
      '--on <date>',
      'the last day of the report: today, yesterday or 2026-03-29',
      'today',
    );

  registerDay(
    reportCommand(
      'day [date]',
      'The classes of a day and who came: today, yesterday or 2026-03-29',
      'turnout report day yesterday',
    ),
    context,
  );
  registerWeek(
    reportCommand(
      'week',
      'A week, Monday to Sunday, to read or to keep as a file',
      'turnout report week --pdf week.pdf',
    ),
    context,
  );
  registerTrainer(
    periodCommand(
      'trainer <name>',
      'How full the classes of a trainer are',
      'turnout report trainer anna',
    ),
    context,
  );
  periodCommand(
    'classes',
    'Classes by fill over six weeks, and which are dead',
    'turnout report classes --limit 20',
  )
    .option('--limit <n>', 'classes to show, 1 to 100', parseLimit, 8)
    .action(async (options: Options & { limit: number }) => {
      const { view, date } = await readGym(context.dataDir(), options);
      const body = performanceReport(view, options.limit, windowRange(view, date));
      context.print(body, classesText(body, layoutOf(context, options)));
    });
  registerRevenue(
    periodCommand('revenue', 'What classes earn and cost over six weeks', 'turnout report revenue'),
    context,
  );
}

function registerTrainer(command: Command, context: CliContext): void {
  command
    .option('--period <period>', 'day or week, which ends on that date', parsePeriod, 'week')
    .action(async (name: string, options: Options & { period: 'day' | 'week' }) => {
      const { view, date } = await readGym(context.dataDir(), options);
      const { period } = options;
      const { id } = oneTrainer(findName(view.trainers, name), name);
      const body = trainerReport(view, id, period, periodRange(view, period, date));
      context.print(body, trainerText(body, layoutOf(context, options)));
    });
}

function registerRevenue(command: Command, context: CliContext): void {
  command.action(async (options: Options) => {
    const { view, date } = await readGym(context.dataDir(), options);
    const body = revenueReport(view, windowRange(view, date));
    context.print(body, revenueText(body, layoutOf(context, options)));
  });
}

function registerDay(command: Command, context: CliContext): void {
  command.action(async (on: string | undefined, options: Omit<Options, 'on'>) => {
    const choice = { ...options, on: on ?? 'today' };
    const { view, ...day } = await readGym(context.dataDir(), choice);
    const body = summaryReport(view, day);
    context.print(body, dayText(body, layoutOf(context, options)));
  });
}

/** Its file forms come from the renderer of the pages. */
function registerWeek(command: Command, context: CliContext): void {
  command
    .option('--on <date>', 'any day of the week; default: the last whole week')
    .option('--html <file>', 'the page as one file')
    .option('--pdf <file>', 'the same as PDF, where Chromium or Chrome is installed')
    .option('--png <file>', 'the same as a picture, where Chromium or Chrome is installed')
    .option('--csv <file>', 'every class of the week as a table')
    .action((options: WeekOptions & LayoutOptions) =>
      reportWeek(context, options, layoutOf(context, options)),
    );
}

interface LayoutOptions {
  readonly wide?: true;
  readonly legend: boolean;
}

type Options = GymChoice & LayoutOptions;

function layoutOf({ width }: CliContext, { wide, legend }: LayoutOptions): Layout {
  return { width: wide === true ? Number.POSITIVE_INFINITY : width, hasLegend: legend };
}

function oneTrainer(match: NameMatch<Trainer>, name: string): Trainer {
  if (match.kind === 'one') return match.found;
  const others = match.kind === 'none' ? match.nearest : match.among;
  const ids = others.map(({ id }) => id).join(', ');
  throw new TurnoutError(match.kind === 'none' ? 'unknown_trainer' : 'ambiguous_trainer', {
    where: 'trainer',
    expected: 'the name or the id of one trainer of the schedule',
    got: name,
    ...(ids === '' ? {} : { hint: `name one of: ${ids}` }),
  });
}

function parsePeriod(text: string): 'day' | 'week' {
  if (text === 'day' || text === 'week') return text;
  throw new TurnoutError('usage', { where: '--period', expected: 'day or week', got: text });
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 100) return limit;
  throw new TurnoutError('usage', {
    where: '--limit',
    expected: 'a number from 1 to 100',
    got: text,
  });
}
