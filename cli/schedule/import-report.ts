/** What an import did, or would do, for a person. */

import { timeAt } from '../../gym/calendar/zone.ts';
import type { importJson } from '../../service/imports/import-json.ts';
import { countsText, KINDS } from '../../web/pages/setup/preview.tsx';
import { counted } from '../../web/words/format.ts';
import { lines } from '../command.ts';
import { wallTime } from '../own-gym.ts';
import { columns, type Layout, UNBOUND } from '../terminal/table.ts';

type Report = ReturnType<typeof importJson>;

export function importText(report: Report, layout: Layout = UNBOUND): string {
  const { gym, source, format, shape, classes, preview, joins, fault_count: faults } = report;
  const kind = shape === 'generic' ? format : `${format}, ${shape}`;
  const counts = countsText(report.counts);
  const head = preview ? 'Preview, nothing is changed' : 'Imported';
  const hint = preview ? '' : '; to see or separate them: turnout schedule joins';
  return lines(
    `${head}: ${counted(classes, 'class', 'classes')} of source ${source} (${kind}) for gym ${gym}.`,
    counts === '' ? 'Nothing changes.' : `${counts}.`,
    changeLines(report),
    section(
      `Trainers known under two names, now one person${hint}`,
      joins.map(({ name, into }) => `"${name}" is ${into}`),
    ),
    report.fields !== undefined && previewLines(report, layout),
    roomLines(report),
    columnLines(report),
    section(
      `${counted(report.passed_over_count, 'row')} passed over`,
      report.passed_over.map(({ line, what }) => `line ${line}: ${what}`),
      report.passed_over_count,
    ),
    section(counted(faults, 'fault'), report.faults.map(faultText), faults),
    report.import !== null && `To take it back: turnout schedule undo ${report.import}`,
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
  const meant = unused.flatMap((name) => {
    const field = FIELD_WORDS.find(([, word]) => word.test(name))?.[0];
    return field === undefined ? [] : [`--column "${field}=${name}"`];
  });
  const what = meant.length === 1 ? 'it' : 'them';
  const hint = meant.length === 0 ? '' : ` To read ${what}: ${meant.slice(0, 3).join(' ')}`;
  return [`Columns that were not read: ${firstNames(unused)}.${hint}`];
}

/** Words in the name of a column that tell which field it may be. */
const FIELD_WORDS = [
  ['capacity', /capacity|places|spots|max/i],
  ['booked', /book|reserv|enrol|sign.?up/i],
  ['attended', /attend|check.?in|present|visits/i],
  ['trainer', /trainer|teacher|instructor|coach|staff/i],
  ['room', /room|studio|location|hall/i],
  ['revenue', /revenue|income|sales/i],
] as const;

function faultText({ line, field, expected, got, effect }: Report['faults'][number]): string {
  const place = [line === null ? [] : `line ${line}`, field ?? []].flat().join(', ');
  const what = effect === 'skipped' ? 'left out' : 'taken without it';
  return `${place === '' ? 'file' : place}: expected ${expected}, got ${got} (${what})`;
}

/** What only a preview has. */
type Shown = Extract<Report, { readonly fields: object }>;

function previewLines(report: Shown, layout: Layout): string[] {
  const { fields, classes, odd_ones: odd, timezone } = report;
  const said = fields.filter((one) => one.classes > 0);
  const unsaid = fields.filter((one) => one.classes === 0).map(({ field }) => field);
  const rows = said.map(({ field, column, classes: its }) => [
    `  ${field}`,
    column === null ? '' : `from "${column}"`,
    its === classes ? 'all' : `${its} of ${classes}`,
  ]);
  const oddLines = Object.entries(ODD).flatMap(([kind, head]) => {
    const some = odd.filter((one) => one.kind === kind);
    return section(
      head,
      some.map((one) => oddText(one, timezone)),
    );
  });
  const crowds = report.too_many.map(({ line, field, people, room, places, name }) => {
    const place = line === null ? '' : `line ${line}, `;
    return `${place}${name}: ${people} ${field}, ${places} places${room === null ? '' : ` in ${room}`}`;
  });
  return [
    'Understood:',
    ...columns(['', '', ''], rows),
    ...(unsaid.length === 0 ? [] : [`  nothing of ${unsaid.join(', ')}`]),
    ...firstClassLines(report, layout),
    ...(oddLines.length === 0 ? [] : ['Odd ones out, to look at:', ...oddLines]),
    ...section(
      'More people than 1.5 times the places; an import takes them with --force only',
      crowds,
      report.too_many_count,
    ),
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

type OddOne = Shown['odd_ones'][number];

/** Rooms have lines of their own. */
const ODD: Readonly<Partial<Record<OddOne['kind'], string>>> = {
  turned: 'Trainers written with the last name first',
  trainer: 'Trainers who are new, and called nearly like another',
  two_titles: 'Two titles at one time',
  once: 'Classes that are there once only; no series',
};

function oddText(one: OddOne, timezone: string): string {
  switch (one.kind) {
    case 'once':
      return `${wallTime(timezone, one.starts_at)}  ${one.name}`;
    case 'two_titles':
      return `${wallTime(timezone, one.starts_at)}  "${one.names[0]}" and "${one.names[1]}"`;
    case 'trainer':
      return `"${one.name}", and there is ${one.near}`;
    default:
      return `"${one.name}" is ${one.near}`;
  }
}

/** Lines shown of a list to a person; `--json` has more. */
const SHOWN = 10;

/** The first of `count` under a head; nothing where there is none. */
function section(head: string, all: readonly string[], count = all.length): string[] {
  return count === 0 ? [] : [`${head}:`, ...firstLines(all, count)];
}

/** The first of them, indented, and how many there are more. */
export function firstLines(all: readonly string[], count = all.length): string[] {
  const shown = all.slice(0, SHOWN).map((line) => `  ${line}`);
  return count > shown.length ? [...shown, `  … and ${count - shown.length} more`] : shown;
}
