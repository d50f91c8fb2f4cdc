/** What an import did, or would do, for a person. */

import type { OwnerAnswer } from '../../api/routes/owner/table.ts';
import { timeAt } from '../../gym/calendar/zone.ts';
import { countsText, findingsOf, KINDS } from '../../web/pages/setup/preview.tsx';
import { counted } from '../../web/words/format.ts';
import { lines } from '../command.ts';
import { wallTime } from '../own-gym.ts';
import { columns, type Layout, UNBOUND } from '../terminal/table.ts';

type Report = OwnerAnswer<'POST /files'>;

const JOINS = 'turnout schedule joins';

/** @param named ` --gym …` where the gym was named: the commands in the text need it too. */
export function importText(report: Report, named = '', layout: Layout = UNBOUND): string {
  const { gym, source, format, shape, classes, preview, joins } = report;
  const kind = shape === 'generic' ? format : `${format}, ${shape}`;
  const counts = countsText(report.counts);
  const head = preview ? 'Preview, nothing is changed' : 'Imported';
  return lines(
    `${head}: ${counted(classes, 'class', 'classes')} of source ${source} (${kind}) for gym ${gym}.`,
    counts === '' ? 'Nothing changes.' : `${counts}.`,
    changeLines(report),
    report.fields !== undefined && previewLines(report, layout),
    roomLines(report),
    columnLines(report),
    findingsOf(report).flatMap(([title, found, count = found.length]) =>
      count === 0 ? [] : [`${title}:`, ...firstLines(found, count)],
    ),
    report.too_many_count > 0 && preview && 'To import counts over 1.5 times the spots: --force',
    joins.length > 0 && !preview && `To see or separate the trainers: ${JOINS}${named}`,
    report.import !== null && `To take it back: turnout schedule undo ${report.import}${named}`,
  );
}

function changeLines({ counts, changes, timezone }: Report): string[] {
  const { unchanged: _, ...changed } = counts;
  const total = Object.values(changed).reduce((sum, count) => sum + count, 0);
  const rows = changes
    .slice(0, SHOWN)
    .map((change) => [
      KINDS[change.kind],
      wallTime(timezone, change.starts_at),
      change.name,
      fieldsText(change, timezone),
    ]);
  return firstLines(columns(['', '', '', ''], rows), total);
}

function fieldsText({ kind, fields }: Report['changes'][number], timezone: string): string {
  return fields
    .filter(({ field }) => kind !== 'cancel' || field !== 'cancelled')
    .map(({ field, before, after }) => {
      const shown = (value: string) => (field.endsWith('_at') ? wallTime(timezone, value) : value);
      return `${field.replace('_', ' ')}: ${shown(before)} → ${shown(after)}`;
    })
    .join('; ');
}

function roomLines({ rooms, room_ids: ids }: Report): string[] {
  const strange = rooms.filter(({ room }) => room === null);
  if (strange.length === 0) return [];
  const meant = strange
    .slice(0, 3)
    .map(({ name, nearest }) => `--room "${name}=${nearest ?? ids[0] ?? 'id'}"`);
  return [
    `Rooms that are not configured: ${firstNames(strange.map(({ name }) => name))}. No camera counts for them.`,
    `The rooms of the gym are ${ids.join(', ')}; say which is meant: ${meant.join(' ')}`,
  ];
}

function firstNames(names: readonly string[]): string {
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '';
  const shown = names.slice(0, SHOWN).map((name) => `"${name}"`);
  return `${shown.join(', ')}${more}`;
}

function columnLines({ unused_columns: unused }: Report): string[] {
  if (unused.length === 0) return [];
  return [
    `Columns that were not read: ${firstNames(unused)}. To read one: --column "FIELD=COLUMN"`,
  ];
}

/** What only a preview has. */
type Shown = Extract<Report, { readonly fields: object }>;

function previewLines(report: Shown, layout: Layout): string[] {
  const { fields, classes } = report;
  const unsaid = fields.filter((one) => one.classes === 0).map(({ field }) => field);
  const rows = fields
    .filter((one) => one.classes > 0)
    .map(({ field, column, classes: its }) => [
      `  ${field}`,
      column === null ? '' : `from "${column}"`,
      its === classes ? 'all' : `${its} of ${classes}`,
    ]);
  return [
    'Understood:',
    ...columns(['', '', ''], rows),
    ...(unsaid.length === 0 ? [] : [`  nothing of ${unsaid.join(', ')}`]),
    ...firstClassLines(report, layout),
  ];
}

function firstClassLines({ sample, timezone }: Shown, layout: Layout): string[] {
  if (sample.length === 0) return [];
  const head = ['  STARTS', 'ENDS', 'CLASS', 'TRAINER', 'ROOM', 'PLACES', 'BOOKED', 'CAME'];
  const rows = sample.map((entry) => [
    `  ${wallTime(timezone, entry.starts_at)}`,
    timeAt(timezone, Date.parse(entry.ends_at)),
    `${entry.name}${entry.cancelled ? ' (cancelled)' : ''}`,
    entry.trainer ?? '',
    entry.room ?? '',
    ...[entry.capacity, entry.booked, entry.attended].map((count) => String(count ?? '')),
  ]);
  return ['The first classes, as understood:', ...columns(head, rows, layout)];
}

/** Lines shown of a list to a person; `--json` has more. */
const SHOWN = 10;

/** The first of them, indented, and how many there are more. */
export function firstLines(all: readonly string[], count = all.length): string[] {
  const shown = all.slice(0, SHOWN).map((line) => `  ${line}`);
  return count > shown.length ? [...shown, `  … and ${count - shown.length} more`] : shown;
}
