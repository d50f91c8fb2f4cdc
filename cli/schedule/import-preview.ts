/** What a preview shows before anything is taken: the fields that were understood, some classes, and the odd ones out. */

import { timeAt } from '../../gym/calendar/zone.ts';
import type { OddOne } from '../../gym/schedule/preview.ts';
import type { ImportReport } from '../../service/imports/take-file.ts';
import { wallTime } from '../own-gym.ts';
import { columns, type Layout } from '../terminal/table.ts';
import { firstLines } from './first-lines.ts';

export function previewLines(report: ImportReport, layout: Layout): string[] {
  const { preview } = report;
  if (preview === null) return [];
  return [
    ...fieldLines(report),
    ...sampleLines(report, layout),
    ...oddLines(report),
    ...crowdLines(report),
  ];
}

function fieldLines({ preview, entries }: ImportReport): string[] {
  const fields = preview?.fields ?? [];
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

function sampleLines({ preview, timezone }: ImportReport, layout: Layout): string[] {
  const sample = preview?.sample ?? [];
  if (sample.length === 0) return [];
  const head = ['  STARTS', 'ENDS', 'CLASS', 'TRAINER', 'ROOM', 'PLACES', 'BOOKED', 'CAME'];
  const rows = sample.map((entry) => [
    `  ${wallTime(timezone, entry.startsUtcMs)}`,
    timeAt(timezone, entry.endsUtcMs),
    `${entry.name}${entry.isCancelled ? ' (cancelled)' : ''}`,
    entry.trainer?.name ?? '',
    entry.room ?? '',
    ...[entry.capacity, entry.booked, entry.checkedIn].map((count) => String(count ?? '')),
  ]);
  return ['The first classes, as understood:', ...columns(head, rows, layout)];
}

type Kind = OddOne['kind'];

const HEADS: Readonly<Record<Kind, string>> = {
  room: 'Rooms that are not configured',
  turned: 'Trainers written with the last name first',
  trainer: 'Trainers who are new, and called nearly like another',
  two_titles: 'Two titles at one time',
  once: 'Classes that are there once only; no series',
};

function oddLines({ preview, timezone }: ImportReport): string[] {
  const all = preview?.oddOnes ?? [];
  const lines = (Object.keys(HEADS) as Kind[])
    .filter((kind) => kind !== 'room')
    .flatMap((kind) => {
      const some = all.filter((one) => one.kind === kind);
      if (some.length === 0) return [];
      return [`${HEADS[kind]}:`, ...firstLines(some.map((one) => oddText(one, timezone)))];
    });
  return lines.length === 0 ? [] : ['Odd ones out, to look at:', ...lines];
}

function crowdLines({ crowds: { named, count } }: ImportReport): string[] {
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
  const at = (startsUtcMs: number) => wallTime(timezone, startsUtcMs);
  switch (one.kind) {
    case 'once':
      return `${at(one.startsUtcMs)}  ${one.name}`;
    case 'two_titles':
      return `${at(one.startsUtcMs)}  "${one.names[0]}" and "${one.names[1]}"`;
    case 'turned':
      return `"${one.name}" is ${one.near}`;
    case 'trainer':
      return `"${one.name}", and there is ${one.near}`;
    case 'room':
      return `"${one.name}"${one.near === null ? '' : `; nearest: ${one.near}`}`;
  }
}
