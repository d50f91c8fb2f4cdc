/** `turnout report …`: how full a day or a week was, which classes are dead, what they earn. */

import { builtAssets } from '../../api/routes/site/page-answer.ts';
import { frameOf } from '../../api/routes/site/readers.ts';
import { nearest } from '../../config/fault.ts';
import { addDays, type CalendarDate, dateAt, isDate, weekdayOf } from '../../gym/calendar/zone.ts';
import { headOf } from '../../gym/reports/field.ts';
import { performanceReport } from '../../gym/reports/performance.ts';
import { mondayOf, windowRange } from '../../gym/reports/period.ts';
import { revenueReport } from '../../gym/reports/revenue.ts';
import type { SessionBody } from '../../gym/reports/session-row.ts';
import { summaryReport } from '../../gym/reports/summary.ts';
import { csvText } from '../../gym/schedule/values.ts';
import { asPublished } from '../../gym/sessions/partial-view.ts';
import { systemClock } from '../../runtime/clock.ts';
import { lastYearIn, withComing } from '../../service/figures/answer-figures.ts';
import { gymAsOf } from '../../service/gyms/past-gyms.ts';
import { pageDocument } from '../../web/document.tsx';
import { type ReportData, reportData } from '../../web/model/days.ts';
import { weekSentence } from '../../web/pages/week.tsx';
import { dates, date as dateText, number, percent, UNKNOWN } from '../../web/words/format.ts';
import { goalWords, usualRange } from '../../web/words/sentences.ts';
import {
  command,
  flag,
  GYM_FLAG,
  lines,
  type Printed,
  typed,
  usageFault,
  type Values,
  type World,
  whole,
} from '../command.ts';
import { classesFrom, countingIn, inHistory, ownGym } from '../own-gym.ts';
import { type Column, layoutOf, table, WIDE_FLAG, writeOut } from '../terminal/table.ts';
import { paint } from './browser.ts';
import { classesText, dayText, noteLines, type ReportLayout, revenueText } from './texts.ts';

const COMMON = [
  GYM_FLAG,
  WIDE_FLAG,
  flag('--no-legend', 'without the line that explains'),
] as const;

type Read = Awaited<ReturnType<typeof readGym>>;

/** The gym on a date, with all classes that began on it as they ended. */
async function readGym(
  world: World,
  flags: Values<typeof COMMON>,
  dateIn: (today: CalendarDate) => CalendarDate,
) {
  const gym = await ownGym(flags.gym ?? null);
  const dataDir = world.dataDir();
  const nowUtcMs = systemClock.nowUtcMs();
  const date = dateIn(dateAt(gym.timezone, nowUtcMs));
  const view = await inHistory(dataDir, ({ classes }) => gymAsOf(gym, classes, { date, nowUtcMs }));
  const isCounting = await countingIn(dataDir);
  const layout: ReportLayout = { ...layoutOf(world, flags), hasLegend: flags.legend, isCounting };
  return { view, date, classes: classesFrom(gym, dataDir), layout };
}

const LAST_DAY = typed(
  '--on <date>',
  'the last day of the report: today, yesterday or 2026-03-29',
  String,
  'today',
);

const DAY = command({
  words: 'day [date]',
  about: 'The classes of a day and who came: today, yesterday or 2026-03-29',
  flags: COMMON,
  examples: ['turnout report day yesterday'],
  answer: async (world, flags, text = 'today') => {
    const { view, date, layout } = await readGym(world, flags, (today) => dateOf(text, today));
    const body = summaryReport(view, { date });
    return [body, dayText(body, layout)];
  },
});

const WEEK_FLAGS = [
  ...COMMON,
  flag('--html <file>', 'the page as one file'),
  flag('--pdf <file>', 'the same as PDF, where Chromium or Chrome is installed'),
  flag('--png <file>', 'the same as a picture, where Chromium or Chrome is installed'),
  flag('--csv <file>', 'every class of the week as a table'),
] as const;

const WEEK = command({
  words: 'week [date]',
  about: 'A week, Monday to Sunday, to read or to keep as a file',
  given: ['any day of the week; default: the last whole week'],
  flags: WEEK_FLAGS,
  examples: ['turnout report week --pdf week.pdf'],
  answer: async (world, flags, text) => {
    // The last day of the week of a date, or today in the week that runs.
    const gym = await readGym(world, flags, (today) => {
      const date = text === undefined ? addDays(today, -7) : dateOf(text, today);
      const sunday = addDays(date, 7 - weekdayOf(date));
      return sunday < today ? sunday : today;
    });
    return weekReport(gym, flags);
  },
});

const CLASSES = command({
  words: 'classes',
  about: 'The fullest classes of six weeks, and the nearly empty ones',
  flags: [...COMMON, LAST_DAY, typed('--limit <n>', 'classes to show, 1 to 100', whole(1, 100), 8)],
  examples: ['turnout report classes --limit 20'],
  answer: async (world, flags) => {
    const { view, date, layout } = await readGym(world, flags, (today) => dateOf(flags.on, today));
    const body = performanceReport(view, flags.limit, windowRange(view, date));
    return [body, classesText(body, layout)];
  },
});

const REVENUE = command({
  words: 'revenue',
  about: 'What classes earn and cost over six weeks',
  flags: [...COMMON, LAST_DAY],
  examples: ['turnout report revenue'],
  answer: async (world, flags) => {
    const { view, date, layout } = await readGym(world, flags, (today) => dateOf(flags.on, today));
    const body = revenueReport(view, windowRange(view, date));
    return [body, revenueText(body, layout)];
  },
});

export const REPORT = command({
  words: 'report',
  about: 'Show how full classes were, from the history; the server need not run',
  examples: ['turnout report day yesterday'],
  rows: [DAY, WEEK, CLASSES, REVENUE],
});

/** Throws `usage` for what is no date, and for one that has not come. */
function dateOf(text: string, today: CalendarDate): CalendarDate {
  const date = { today, yesterday: addDays(today, -1) }[text] ?? text;
  if (isDate(date) && date <= today) return date;
  const near = nearest(text, ['today', 'yesterday']);
  const expected = `today, yesterday or a date up to ${today}, such as ${addDays(today, -7)}`;
  throw usageFault('date', expected, text, near === null ? '' : `did you mean ${near}?`);
}

async function weekReport(
  { view: seen, date, classes, layout }: Read,
  { html, pdf, png, csv }: Values<typeof WEEK_FLAGS>,
): Promise<Printed> {
  const from = mondayOf(date);
  const range = { from, to: addDays(from, 6) };
  const view = asPublished(await withComing(seen, classes, range.to));
  const data = reportData(view, date, date);
  if (data === null) throw new TypeError('a week that has begun has a report');
  const lastYear = await lastYearIn(view, classes, range);
  const report = { ...data, lastYear };
  const frame = frameOf(view, `turnout report week ${report.week.from}`);
  const document = () => pageDocument({ frame, content: report }, { inlineStyle: styleOfPages() });
  const written: string[] = [];
  if (html !== undefined) written.push(await writeOut('--html', html, document()));
  if (csv !== undefined) written.push(await writeOut('--csv', csv, csvOf(report.sessions)));
  if (pdf !== undefined) written.push(await paint(document(), 'pdf', pdf));
  if (png !== undefined) written.push(await paint(document(), 'png', png));
  const { page: _, ...body } = data;
  const files = written.length === 0 ? {} : { files: written };
  const printed = { ...headOf(view), ...body, last_year: lastYear, ...files };
  return [printed, weekText(report, written, layout)];
}

function styleOfPages(): string {
  const assets = builtAssets();
  if (assets !== null) return assets.style;
  const hint = 'run npm run build';
  throw usageFault('report week', 'an installation that was built', 'its sources alone', hint);
}

function weekText(report: ReportData, written: readonly string[], layout: ReportLayout): string {
  const { week, days } = report;
  const head = `Week ${dates(week.from, week.to)}:`;
  const notes = noteLines(week.notes, layout);
  if (written.length > 0) return lines(`${head} written to ${written.join(', ')}`, notes);
  return lines(
    `${head} ${weekSentence(report)}`,
    goalWords(report),
    notes,
    '',
    table(DAY_COLUMNS, days, layout),
    layout.hasLegend && ['', 'To keep: --html FILE, --pdf FILE, --png FILE, --csv FILE'],
  );
}

const DAY_COLUMNS: readonly Column<ReportData['days'][number]>[] = [
  { head: 'DAY', cell: ({ day }) => dateText(day.date, 'short') },
  {
    head: 'CLASSES',
    cell: ({ day, state }) =>
      state === 'to_come' && day.total_classes === 0
        ? UNKNOWN
        : number(day.total_classes - day.cancelled_classes),
  },
  { head: 'CAME', cell: ({ day }) => number(day.attended) },
  { head: 'FULL', cell: ({ day }) => percent(day.fill_rate) },
  {
    head: 'USUAL (LAST 4 WEEKS)',
    cell: ({ usual }) => (usual === null ? UNKNOWN : usualRange(usual)),
  },
];

const CSV_COLUMNS = [
  ...(['starts_at', 'ends_at', 'name', 'room', 'status', 'capacity', 'booked'] as const),
  ...(['attended', 'attended_low', 'attended_high', 'fill_rate'] as const),
  ...(['no_shows', 'no_shows_basis', 'walk_ins', 'quality', 'source'] as const),
] satisfies readonly (keyof SessionBody)[];

/** Every class of the week, in the names of the API; unknown is empty. RFC 4180. */
function csvOf(sessions: readonly SessionBody[]): string {
  const rows = sessions.map((session) => [
    ...CSV_COLUMNS.map((column) => session[column]),
    session.trainer?.name ?? null,
  ]);
  return csvText([[...CSV_COLUMNS, 'trainer'], ...rows]);
}
