/** `turnout report …`: how full a day was, how a trainer does, which classes are dead, what they earn. */

import { type Command, InvalidArgumentError } from 'commander';
import { nearest } from '../../config/fault.ts';
import { TurnoutError } from '../../errors.ts';
import { addDays, type CalendarDate, dateAt, weekdayOf } from '../../gym/calendar/zone.ts';
import { performanceReport } from '../../gym/reports/performance.ts';
import { periodRange, windowRange } from '../../gym/reports/period.ts';
import { revenueReport } from '../../gym/reports/revenue.ts';
import { summaryReport } from '../../gym/reports/summary.ts';
import { trainerReport } from '../../gym/reports/trainer.ts';
import { findName, type NameMatch } from '../../gym/sessions/names.ts';
import type { Trainer } from '../../gym/sessions/session.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import { systemClock } from '../../runtime/clock.ts';
import { gymAsOf } from '../../service/gyms/as-of.ts';
import { addGroup, type CommandRow, flag, type Printed } from '../command.ts';
import type { CliContext } from '../context.ts';
import { GYM_FLAG, inHistory, isDate, ownGym } from '../own-gym.ts';
import { layoutOf, WIDE_FLAG } from '../terminal/layout.ts';
import { classesText } from './classes-text.ts';
import { dayText } from './day-text.ts';
import type { ReportLayout } from './legend.ts';
import { revenueText } from './revenue-text.ts';
import { trainerText } from './trainer-text.ts';
import { WEEK_FLAGS, type WeekFlags, weekReport } from './week.ts';

interface ReportFlags {
  readonly gym?: string;
  /** `today`, `yesterday` or a date. */
  readonly on?: string;
  readonly wide?: true;
  readonly legend: boolean;
}

interface Report<Flags> extends Omit<CommandRow<Flags, [string | undefined]>, 'answer'> {
  /** The date of the gym that is read. */
  readonly date: (flags: Flags, today: CalendarDate, given?: string) => CalendarDate;
  /** @param view the gym on that date, with all classes that began on it as they ended. */
  readonly report: (
    gym: { readonly view: GymView; readonly date: CalendarDate },
    flags: Flags,
    layout: ReportLayout,
    given: string,
  ) => Printed | Promise<Printed>;
}

const COMMON = [
  GYM_FLAG,
  WIDE_FLAG,
  flag('--no-legend', 'without the line that explains the words'),
];

function row<Flags extends ReportFlags>({ date: dateFor, report, ...words }: Report<Flags>) {
  const answer: CommandRow<Flags, [string | undefined]>['answer'] = async (world, flags, given) => {
    const gym = await ownGym(flags.gym ?? null);
    const nowUtcMs = systemClock.nowUtcMs();
    const date = dateFor(flags, dateAt(gym.timezone, nowUtcMs), given);
    const { view } = await inHistory(world.dataDir(), ({ classes }) =>
      gymAsOf(gym, classes, { date, nowUtcMs }),
    );
    const layout = { ...layoutOf(world, flags), hasLegend: flags.legend };
    return report({ view, date }, flags, layout, given ?? '');
  };
  return { ...words, flags: [...COMMON, ...(words.flags ?? [])], answer };
}

const LAST_DAY = flag(
  '--on <date>',
  'the last day of the report: today, yesterday or 2026-03-29',
).default('today');
const PERIOD = flag('--period <period>', 'day or week, which ends on that date')
  .choices(['day', 'week'])
  .default('week');
const onDate = ({ on = 'today' }: ReportFlags, today: CalendarDate) => dateOf(on, today);

const DAY = row({
  words: 'day [date]',
  about: 'The classes of a day and who came: today, yesterday or 2026-03-29',
  examples: ['turnout report day yesterday'],
  date: (_, today, given = 'today') => dateOf(given, today),
  report: ({ view, date }, _, layout) => {
    const body = summaryReport(view, { date });
    return [body, dayText(body, layout)];
  },
});

/** The last day of the week of a date, or today in the week that runs; without a date the last whole week. */
const WEEK = row<ReportFlags & WeekFlags>({
  words: 'week',
  about: 'A week, Monday to Sunday, to read or to keep as a file',
  flags: WEEK_FLAGS,
  examples: ['turnout report week --pdf week.pdf'],
  date: ({ on }, today) => {
    const date = on === undefined ? addDays(today, -7) : dateOf(on, today);
    const sunday = addDays(date, 7 - weekdayOf(date));
    return sunday < today ? sunday : today;
  },
  report: ({ view, date }, flags, layout) => weekReport(view, date, flags, layout),
});

const TRAINER = row<ReportFlags & { readonly period: 'day' | 'week' }>({
  words: 'trainer <name>',
  about: 'How full the classes of a trainer are',
  flags: [LAST_DAY, PERIOD],
  examples: ['turnout report trainer anna'],
  date: onDate,
  report: ({ view, date }, flags, layout, name) => {
    const { id } = oneTrainer(findName(view.trainers, name), name);
    const body = trainerReport(view, id, flags.period, periodRange(view, flags.period, date));
    return [body, trainerText(body, layout)];
  },
});

const CLASSES = row<ReportFlags & { readonly limit: number }>({
  words: 'classes',
  about: 'The fullest classes of six weeks, and the nearly empty ones',
  flags: [LAST_DAY, flag('--limit <n>', 'classes to show, 1 to 100', limit, 8)],
  examples: ['turnout report classes --limit 20'],
  date: onDate,
  report: ({ view, date }, flags, layout) => {
    const body = performanceReport(view, flags.limit, windowRange(view, date));
    return [body, classesText(body, layout)];
  },
});

const REVENUE = row({
  words: 'revenue',
  about: 'What classes earn and cost over six weeks',
  flags: [LAST_DAY],
  examples: ['turnout report revenue'],
  date: onDate,
  report: ({ view, date }, _, layout) => {
    const body = revenueReport(view, windowRange(view, date));
    return [body, revenueText(body, layout)];
  },
});

export function registerReport(program: Command, context: CliContext): void {
  const about = 'Show how full classes were, from the history; the server need not run';
  const rows = [DAY, WEEK, TRAINER, CLASSES, REVENUE];
  addGroup(program, context, ['report', about, 'turnout report day yesterday'], rows);
}

/** Throws `usage` for what is no date, and for one that has not come. */
function dateOf(text: string, today: CalendarDate): CalendarDate {
  const date = { today, yesterday: addDays(today, -1) }[text] ?? text;
  if (isDate(date) && date <= today) return date;
  const near = nearest(text, ['today', 'yesterday']);
  throw new TurnoutError('usage', {
    where: 'date',
    expected: `today, yesterday or a date up to ${today}, such as ${addDays(today, -7)}`,
    got: text,
    ...(near !== null && { hint: `did you mean ${near}?` }),
  });
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

function limit(text: string): number {
  if (/^[1-9]\d?$|^100$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number from 1 to 100');
}
