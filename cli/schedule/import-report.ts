/** What an import did, or would do, for a person and for a program. */

import { timeAt } from '../../gym/calendar/zone.ts';
import type { importJson } from '../../service/imports/import-json.ts';
import { counted } from '../../web/words/format.ts';
import { lines } from '../command.ts';
import { wallTime } from '../own-gym.ts';
import { columns, type Layout, UNBOUND } from '../terminal/table.ts';

const KINDS = {
  add: 'new',
  change: 'changed',
  move: 'moved',
  cancel: 'cancelled',
  remove: 'removed',
  unchanged: 'as before',
} as const;

type Report = ReturnType<typeof importJson>;
type Counts = Readonly<Record<keyof typeof KINDS, number>>;

/** `4 new, 1 cancelled`; empty where nothing changes. */
export function countsText(counts: Counts): string {
  const names = Object.keys(KINDS) as (keyof Counts)[];
  return names
    .filter((name) => counts[name] > 0)
    .map((name) => `${counts[name]} ${KINDS[name]}`)
    .join(', ');
}

export function importText(report: Report, layout: Layout = UNBOUND): string {
  const { gym, source, format, shape, classes } = report;
  const kind = shape === 'generic' ? format : `${format}, ${shape}`;
  const counts = countsText(report.counts);
  const head = report.preview ? 'Preview, nothing is changed' : 'Imported';
  return lines(
    `${head}: ${counted(classes, 'class', 'classes')} of source ${source} (${kind}) for gym ${gym}.`,
    counts === '' ? 'Nothing changes.' : `${counts}.`,
    changeLines(report),
    joinLines(report),
    previewLines(report, layout),
    roomLines(report),
    columnLines(report),
    passedLines(report),
    faultLines(report),
    report.import !== null && `To take it back: turnout schedule undo ${report.import}`,
  );
}

function changeLines({ counts, changes, timezone }: Report): string[] {
  const total = Object.entries(counts).reduce(
    (sum, [kind, count]) => sum + (kind === 'unchanged' ? 0 : count),
    0,
  );
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
  const shown = kind === 'cancel' ? fields.filter(({ field }) => field !== 'cancelled') : fields;
  return shown
    .map(({ field, before, after }) => {
      const [was, is] = field.endsWith('_at')
        ? [before, after].map((at) => wallTime(timezone, at))
        : [before, after];
      return `${field.replace('_', ' ')}: ${was} → ${is}`;
    })
    .join('; ');
}

function joinLines({ joins, preview }: Report): string[] {
  if (joins.length === 0) return [];
  const hint = preview ? '' : '; to see or separate them: turnout schedule joins';
  return [
    `Trainers known under two names, now one person${hint}:`,
    ...firstLines(joins.map(({ name, into }) => `"${name}" is ${into}`)),
  ];
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
  return `${names
    .slice(0, SHOWN)
    .map((name) => `"${name}"`)
    .join(', ')}${more}`;
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

function passedLines({ passed_over: rowsLeft, passed_over_count: count }: Report): string[] {
  if (count === 0) return [];
  const rows = rowsLeft.map(({ line, what }) => `line ${line}: ${what}`);
  return [`${counted(count, 'row')} passed over:`, ...firstLines(rows, count)];
}

function faultLines({ faults, fault_count: count }: Report): string[] {
  if (count === 0) return [];
  const lines = faults.map(({ line, field, expected, got, effect }) => {
    const place = [line === null ? [] : `line ${line}`, field ?? []].flat().join(', ');
    const what = effect === 'skipped' ? 'left out' : 'taken without it';
    return `${place === '' ? 'file' : place}: expected ${expected}, got ${got} (${what})`;
  });
  return [`${counted(count, 'fault')}:`, ...firstLines(lines, count)];
}

/** What only a preview has. */
type Shown = Extract<Report, { readonly fields: object }>;

function previewLines(report: Report, layout: Layout): string[] {
  if (report.fields === undefined) return [];
  const shown = [fieldLines(report), firstClassLines(report, layout), oddLines(report)];
  return [...shown, crowdLines(report)].flat();
}

function fieldLines({ fields, classes: entries }: Shown): string[] {
  const said = fields.filter(({ classes }) => classes > 0);
  const unsaid = fields.filter(({ classes }) => classes === 0).map(({ field }) => field);
  const rows = said.map(({ field, column, classes }) => [
    `  ${field}`,
    column === null ? '' : `from "${column}"`,
    classes === entries ? 'all' : `${classes} of ${entries}`,
  ]);
  return [
    'Understood:',
    ...columns(['', '', ''], rows),
    ...(unsaid.length === 0 ? [] : [`  nothing of ${unsaid.join(', ')}`]),
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
type Kind = OddOne['kind'];

/** Rooms have lines of their own. */
const HEADS: Readonly<Partial<Record<Kind, string>>> = {
  turned: 'Trainers written with the last name first',
  trainer: 'Trainers who are new, and called nearly like another',
  two_titles: 'Two titles at one time',
  once: 'Classes that are there once only; no series',
};

function oddLines({ odd_ones: all, timezone }: Shown): string[] {
  const lines = Object.entries(HEADS).flatMap(([kind, head]) => {
    const some = all.filter((one) => one.kind === kind).map((one) => oddText(one, timezone));
    return some.length === 0 ? [] : [`${head}:`, ...firstLines(some)];
  });
  return lines.length === 0 ? [] : ['Odd ones out, to look at:', ...lines];
}

function crowdLines({ too_many: named, too_many_count: count }: Shown): string[] {
  if (count === 0) return [];
  const lines = named.map(({ line, field, people, room, places, name }) => {
    const place = line === null ? '' : `line ${line}, `;
    return `${place}${name}: ${people} ${field}, ${places} places${room === null ? '' : ` in ${room}`}`;
  });
  return [
    'More people than 1.5 times the places; an import takes them with --force only:',
    ...firstLines(lines, count),
  ];
}

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
export const SHOWN = 10;

/** The first of them, indented, and how many there are more. */
export function firstLines(lines: readonly string[], count = lines.length): string[] {
  const shown = lines.slice(0, SHOWN).map((line) => `  ${line}`);
  return count > shown.length ? [...shown, `  … and ${count - shown.length} more`] : shown;
}
