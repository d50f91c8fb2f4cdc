/** What an import did, or would do, for a person and for a program. */

import { nearest } from '../../config/fault.ts';
import type { ImportReport } from '../../service/imports/take-file.ts';
import type { ImportChange } from '../../store/history/classes/class-store.ts';
import { counted } from '../../web/words/format.ts';
import { wallTime } from '../own-gym.ts';
import { columns, type Layout, UNBOUND } from '../terminal/table.ts';
import { firstLines, SHOWN } from './first-lines.ts';
import { previewLines } from './import-preview.ts';

const KINDS = {
  add: 'new',
  change: 'changed',
  move: 'moved',
  cancel: 'cancelled',
  remove: 'removed',
  unchanged: 'as before',
} as const;

/** `4 new, 1 cancelled`; empty where nothing changes. */
export function countsText(counts: ImportReport['plan']['counts']): string {
  return Object.entries(KINDS)
    .map(([name, word]) => [counts[name as keyof typeof KINDS], word] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
}

export function importText(
  report: ImportReport,
  isPreview: boolean,
  layout: Layout = UNBOUND,
): string {
  const { gymId, sourceId, format, shape, entries, plan } = report;
  const kind = shape === 'generic' ? format : `${format}, ${shape}`;
  const counts = countsText(plan.counts);
  const head = isPreview ? 'Preview, nothing is changed' : 'Imported';
  return [
    `${head}: ${counted(entries, 'class', 'classes')} of source ${sourceId} (${kind}) for gym ${gymId}.`,
    counts === '' ? 'Nothing changes.' : `${counts}.`,
    ...changeLines(report),
    ...joinLines(report, isPreview),
    ...previewLines(report, layout),
    ...roomLines(report),
    ...columnLines(report),
    ...passedLines(report),
    ...faultLines(report),
    ...(isPreview || plan.importNumber === null
      ? []
      : [`To take it back: turnout schedule undo ${plan.importNumber}`]),
  ].join('\n');
}

function changeLines({ plan, timezone }: ImportReport): string[] {
  const total = Object.entries(plan.counts).reduce(
    (sum, [kind, count]) => sum + (kind === 'unchanged' ? 0 : count),
    0,
  );
  const rows = plan.changes
    .slice(0, SHOWN)
    .map((change) => [
      KINDS[change.kind],
      wallTime(timezone, change.startsUtcMs),
      change.name,
      fieldsText(change, timezone),
    ]);
  return firstLines(columns(['', '', '', ''], rows), total);
}

function fieldsText({ kind, fields }: ImportChange, timezone: string): string {
  const shown = kind === 'cancel' ? fields.filter(({ field }) => field !== 'cancelled') : fields;
  return shown
    .map(({ field, before, after }) => {
      const [was, is] = field.endsWith('_at')
        ? [before, after].map((at) => wallTime(timezone, Date.parse(at)))
        : [before, after];
      return `${field.replace('_', ' ')}: ${was} → ${is}`;
    })
    .join('; ');
}

function joinLines({ plan: { joins } }: ImportReport, isPreview: boolean): string[] {
  if (joins.length === 0) return [];
  const hint = isPreview ? '' : '; to see or separate them: turnout schedule joins';
  return [
    `Trainers known under two names, now one person${hint}:`,
    ...firstLines(joins.map(({ name, into }) => `"${name}" is ${into}`)),
  ];
}

function roomLines({ plan, roomIds }: ImportReport): string[] {
  const strange = plan.rooms.filter(({ roomId }) => roomId === null);
  if (strange.length === 0) return [];
  const names = strange.slice(0, SHOWN).map(({ name }) => `"${name}"`);
  const more = strange.length > SHOWN ? ` and ${strange.length - SHOWN} more` : '';
  const meant = strange
    .slice(0, 3)
    .map(({ name }) => `--room "${name}=${nearest(name, roomIds) ?? roomIds[0] ?? 'id'}"`);
  return [
    `Rooms that are not configured: ${names.join(', ')}${more}. No camera counts for them.`,
    `The rooms of the gym are ${roomIds.join(', ')}; say which is meant: ${meant.join(' ')}`,
  ];
}

function columnLines({ unusedColumns }: ImportReport): string[] {
  if (unusedColumns.length === 0) return [];
  const names = unusedColumns.slice(0, SHOWN).map((name) => `"${name}"`);
  const more = unusedColumns.length > SHOWN ? ` and ${unusedColumns.length - SHOWN} more` : '';
  const meant = unusedColumns.flatMap((name) => {
    const field = FIELD_WORDS.find(([, word]) => word.test(name))?.[0];
    return field === undefined ? [] : [`--column "${field}=${name}"`];
  });
  const hint =
    meant.length === 0
      ? ''
      : ` To read ${meant.length === 1 ? 'it' : 'them'}: ${meant.slice(0, 3).join(' ')}`;
  return [`Columns that were not read: ${names.join(', ')}${more}.${hint}`];
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

function passedLines({ passedOver, passedOverCount }: ImportReport): string[] {
  if (passedOverCount === 0) return [];
  const rows = passedOver.map(({ line, what }) => `line ${line}: ${what}`);
  return [`${counted(passedOverCount, 'row')} passed over:`, ...firstLines(rows, passedOverCount)];
}

function faultLines({ faults, faultCount }: ImportReport): string[] {
  if (faultCount === 0) return [];
  const lines = faults.map(({ line, field, expected, got, effect }) => {
    const place = [line === null ? [] : `line ${line}`, field ?? []].flat().join(', ');
    const what = effect === 'skipped' ? 'left out' : 'taken without it';
    return `${place === '' ? 'file' : place}: expected ${expected}, got ${got} (${what})`;
  });
  return [`${counted(faultCount, 'fault')}:`, ...firstLines(lines, faultCount)];
}
