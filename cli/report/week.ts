/** `turnout report week`: the page of the week as a file to keep, from the same renderer as the page in the browser. */

import { builtAssets } from '../../api/routes/site/page-answer.ts';
import { frameOf } from '../../api/routes/site/readers.ts';
import { TurnoutError } from '../../errors.ts';
import type { CalendarDate } from '../../gym/calendar/zone.ts';
import type { SessionBody } from '../../gym/reports/sessions/session-row.ts';
import { csvText } from '../../gym/schedule/row/values.ts';
import { asPublished } from '../../gym/sessions/partial-view.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { ReportData } from '../../web/data.ts';
import { pageDocument } from '../../web/document.tsx';
import { reportData } from '../../web/model/week.ts';
import {
  classes,
  dates,
  date as dateText,
  number,
  percent,
  range,
  UNKNOWN,
} from '../../web/words/format.ts';
import { flag, type Printed } from '../command.ts';
import { table } from '../terminal/table.ts';
import { writeOut } from '../terminal/write-out.ts';
import { paint } from './browser.ts';
import { noteLines, type ReportLayout } from './legend.ts';

export interface WeekFlags {
  readonly html?: string;
  readonly pdf?: string;
  readonly png?: string;
  readonly csv?: string;
}

export const WEEK_FLAGS = [
  flag('--on <date>', 'any day of the week; default: the last whole week'),
  flag('--html <file>', 'the page as one file'),
  flag('--pdf <file>', 'the same as PDF, where Chromium or Chrome is installed'),
  flag('--png <file>', 'the same as a picture, where Chromium or Chrome is installed'),
  flag('--csv <file>', 'every class of the week as a table'),
];

export async function weekReport(
  view: GymView,
  date: CalendarDate,
  { html, pdf, png, csv }: WeekFlags,
  layout: ReportLayout,
): Promise<Printed> {
  const report = reportData(asPublished(view), date, date);
  if (report === null) throw new TypeError('a week that has begun has a report');
  const frame = frameOf(view, `turnout report week --on ${report.week.from}`);
  const document = () => pageDocument({ frame, content: report }, { inlineStyle: styleOfPages() });
  const written: string[] = [];
  if (html !== undefined) written.push(await writeOut('--html', html, document()));
  if (csv !== undefined) written.push(await writeOut('--csv', csv, csvOf(report.sessions)));
  if (pdf !== undefined) written.push(await paint(document(), 'pdf', pdf));
  if (png !== undefined) written.push(await paint(document(), 'png', png));
  const { page: _, ...body } = report;
  const files = written.length === 0 ? {} : { files: written };
  return [{ gym_id: frame.gym, ...body, ...files }, textOf(report, written, layout)];
}

function styleOfPages(): string {
  const assets = builtAssets();
  if (assets !== null) return assets.style;
  throw new TurnoutError('usage', {
    where: 'report week',
    expected: 'an installation that was built',
    got: 'its sources alone',
    hint: 'run npm run build',
  });
}

function textOf(
  { week, days }: ReportData,
  written: readonly string[],
  layout: ReportLayout,
): string {
  const notes = noteLines(week.notes, layout);
  if (written.length > 0) {
    return [`Week ${dates(week.from, week.to)}: written to ${written.join(', ')}`, ...notes].join(
      '\n',
    );
  }
  return [
    `Week ${dates(week.from, week.to)}: ${number(week.attended)} people came to ${classes(week.completed_classes)}: ${percent(week.fill_rate)} full.`,
    ...notes,
    '',
    ...table(
      [
        { head: 'DAY', cell: ({ day }) => dateText(day.date, 'short') },
        { head: 'CLASSES', cell: ({ day }) => number(day.completed_classes) },
        { head: 'CAME', cell: ({ day }) => number(day.attended) },
        { head: 'FULL', cell: ({ day }) => percent(day.fill_rate) },
        {
          head: 'USUAL (LAST 4 WEEKS)',
          cell: ({ usual }) => (usual === null ? null : range(usual.low, usual.high)) ?? UNKNOWN,
        },
      ],
      days,
      layout,
    ),
    '',
    'To keep: --html FILE, --pdf FILE, --png FILE, --csv FILE',
  ].join('\n');
}

const COLUMNS = [
  'starts_at',
  'ends_at',
  'name',
  'room',
  'status',
  'capacity',
  'booked',
  'attended',
  'attended_low',
  'attended_high',
  'fill_rate',
  'no_shows',
  'no_shows_basis',
  'walk_ins',
  'quality',
  'source',
] as const satisfies readonly (keyof SessionBody)[];

/** Every class of the week, in the names of the API; unknown is empty. RFC 4180. */
export function csvOf(sessions: readonly SessionBody[]): string {
  const rows = sessions.map((session) => [
    ...COLUMNS.map((column) => session[column]),
    session.trainer?.name ?? null,
  ]);
  return csvText([[...COLUMNS, 'trainer'], ...rows]);
}
