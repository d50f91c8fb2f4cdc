/** `turnout schedule`: classes in and out of the history, what imports did, and how it is taken back. */

import { InvalidArgumentError } from 'commander';
import { addDays, dateAt, datesRange, isDate } from '../../gym/calendar/zone.ts';
import type { ScheduleEntry } from '../../gym/schedule/entry.ts';
import { formatSchedule } from '../../gym/schedule/write.ts';
import { publishedNumbers } from '../../gym/sessions/partial-view.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { ClassRecord } from '../../store/history/classes/class-store.ts';
import { countsText } from '../../web/pages/setup/preview.tsx';
import { counted } from '../../web/words/format.ts';
import { choice, command, flag, GYM_FLAG, lines, typed, usageFault, whole } from '../command.ts';
import { inHistory, ownGym, wallTime } from '../own-gym.ts';
import { tableOr, writeOut } from '../terminal/table.ts';
import { IMPORT_FLAGS, importFile } from './import.ts';
import { firstLines } from './import-report.ts';

const IMPORT = command({
  words: 'import <file>',
  about: 'Read a calendar (ICS), a table (CSV, Excel) or JSON; a running server reloads it',
  given: ['file, http(s) address, or - for standard input'],
  flags: IMPORT_FLAGS,
  help: 'The same file a second time changes nothing. Files of several sources that speak of one class are joined by its start, name and room.',
  examples: ['turnout schedule import bookings.csv --preview'],
  answer: importFile,
});

const IMPORTS = command({
  words: 'imports',
  about: 'List the imports of files and feeds that changed something, newest first',
  flags: [GYM_FLAG, typed('--limit <number>', 'at most so many', whole(), 20)],
  examples: ['turnout schedule imports'],
  answer: async (world, { limit }) => {
    const query = { limit: `${limit}` };
    const { timezone, ...list } = await world.ask('GET /imports', { query });
    const { imports, total, gym } = list;
    const rows = imports.map((one) => [
      ...[`${one.id}`, wallTime(timezone, one.at), one.file, `${one.rows}`, countsText(one.counts)],
      one.undone_at === null ? (one.can_undo ? '' : 'too long ago to undo') : 'undone',
    ]);
    const none = `Gym ${gym} has no imports that changed anything.`;
    const head = ['ID', 'WHEN', 'FILE OR FEED', 'ROWS', 'CLASSES', ''];
    const earlier = total - imports.length;
    const more = earlier > 0 && `… and ${earlier} earlier: --limit`;
    return [list, lines(tableOr(none, head, rows, world), more)];
  },
});

const UNDO = command({
  words: 'undo <id>',
  about: 'Undo an import: its classes are as before; corrections and counts stay',
  given: ['id of the import, from: turnout schedule imports'],
  flags: [GYM_FLAG, flag('--rest', 'undo only the classes that no later import has changed')],
  examples: ['turnout schedule undo 12'],
  answer: async ({ ask }, { rest }, id) => {
    const path = {
      import_id: numberOf('schedule undo', 'an import', 'turnout schedule imports', id),
    };
    const report = await ask('POST /imports/{import_id}/undo', { path, body: { rest } });
    const { counts, stayed, stayed_count: count, timezone } = report;
    const did = countsText(counts) || 'no class changes';
    const stay = counted(count, 'class stays', 'classes stay');
    const classes = stayed.map((one) => `${wallTime(timezone, one.starts_at)}  ${one.name}`);
    const text = lines(
      `Import ${report.id} (${report.file}) is taken back: ${did}.`,
      'Corrections and counts stay.',
      count > 0 && [
        `${stay} as import ${report.later_imports.join(', ')} left ${count === 1 ? 'it' : 'them'}:`,
        ...firstLines(classes, count),
      ],
      report.is_feed &&
        `${report.source} is a feed and is read again automatically: take it out of turnout.yaml, or mend it, or its classes come back.`,
    );
    return [report, text];
  },
});

/** Of an argument that names one of what a command lists. */
function numberOf(where: string, what: string, list: string, given: string): string {
  if (/^[1-9]\d{0,8}$/.test(given)) return given;
  throw usageFault(where, `the number of ${what}`, given, `list them with: ${list}`);
}

const JOINS = command({
  words: 'joins',
  about: 'List trainers that were taken for one person, such as "Mills, Joanna" and Joanna Mills',
  flags: [GYM_FLAG],
  examples: ['turnout schedule joins'],
  answer: async ({ ask }) => {
    const { gym, timezone, joins } = await ask('GET /trainer-joins');
    const rows = joins.map((one) => [
      ...[`${one.number}`, wallTime(timezone, one.at), `${one.name} (${one.trainer})`],
      `${one.name_now} (${one.joined_into ?? one.trainer})`,
      one.separated_at === null ? '' : 'separated',
    ]);
    const none = `No trainers of gym ${gym} were joined.`;
    return [{ gym, joins }, tableOr(none, ['NUMBER', 'WHEN', 'WAS', 'IS', ''], rows)];
  },
});

const SEPARATE = command({
  words: 'separate <number>',
  about: 'Separate two trainers that were joined: they stay two people',
  given: ['number of the join, from: turnout schedule joins'],
  flags: [GYM_FLAG],
  examples: ['turnout schedule separate 3'],
  answer: async ({ ask }, _, given) => {
    const path = {
      join_id: numberOf('schedule separate', 'a join', 'turnout schedule joins', given),
    };
    const answer = await ask('DELETE /trainer-joins/{join_id}', { path });
    return [
      answer,
      `Join ${answer.number} is taken back. The two names stay two people from now on.`,
    ];
  },
});

function date(text: string): string {
  if (isDate(text)) return text;
  throw new InvalidArgumentError('Expected a date such as 2026-07-01');
}

const EXPORT = command({
  words: 'export',
  about: 'Write the classes of some dates to a file',
  flags: [
    GYM_FLAG,
    // What reports look back on, and two weeks ahead.
    typed('--from <date>', 'first date, such as 2026-07-01; default: 42 days ago', date),
    typed('--to <date>', 'last date; default: in 14 days', date),
    choice('--format <format>', 'what to write', ['csv', 'json', 'ics'], 'csv'),
    flag('--out <file>', 'where to write it; default: standard output'),
  ],
  examples: ['turnout schedule export --from 2026-07-01 --out july.csv'],
  answer: async (world, { gym: named, from, to, format, out }) => {
    const gym = await ownGym(named ?? null);
    const today = dateAt(gym.timezone, systemClock.nowUtcMs());
    const [first, last] = [from ?? addDays(today, -42), to ?? addDays(today, 14)];
    if (first > last) throw usageFault('--to', `a date that is not before ${first}`, last);
    const range = datesRange(gym.timezone, first, last);
    const records = await inHistory(world.dataDir(), ({ classes }) =>
      classes.records(gym.id, range),
    );
    const published = gym.hidesSmallCounts === true ? records.map(publishedNumbers) : records;
    const text = formatSchedule(published.map(toEntry), format, gym.timezone);
    if (out === undefined) {
      world.stdout.write(text);
      return undefined;
    }
    await writeOut('--out', out, text);
    const { length } = records;
    return [
      { gym: gym.id, classes: length, format, out },
      `${counted(length, 'class', 'classes')} of gym ${gym.id} ${length === 1 ? 'is' : 'are'} in ${out}.`,
    ];
  },
});

function toEntry(record: ClassRecord): ScheduleEntry {
  const { id, gymId, sourceId, trainer, estimate, correction, ...values } = record;
  const { booked, checkedIn } = record;
  return {
    ...values,
    externalId: id,
    trainer: trainer === null ? null : { externalId: trainer.id, name: trainer.name },
    // As reports say it where check-ins are known: booked and not checked in.
    noShows: booked === null || checkedIn === null ? null : Math.max(0, booked - checkedIn),
  };
}

export const SCHEDULE = command({
  words: 'schedule',
  about: 'Bring classes, bookings and check-ins in from files, and out again',
  examples: ['turnout schedule import classes.ics'],
  rows: [IMPORT, IMPORTS, UNDO, JOINS, SEPARATE, EXPORT],
});
