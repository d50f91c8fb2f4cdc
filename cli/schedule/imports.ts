/** `turnout schedule imports`, `undo`, `joins` and `separate`: what imports did, and how it is taken back. */

import { dateAt, timeAt } from '../../gym/calendar/zone.ts';
import { askOwner } from '../../service/commands/ask-owner.ts';
import type { ResultOf } from '../../service/commands/operations.ts';
import { recordJson, undoJson } from '../../service/imports/import-json.ts';
import type { CliContext } from '../context.ts';
import { asker } from '../terminal/asker.ts';
import { columns } from '../terminal/columns.ts';
import { countsText, times } from './import-words.ts';

interface GymOption {
  readonly gym?: string;
}

export interface ListOptions extends GymOption {
  readonly limit: number;
}

export interface UndoOptions extends GymOption {
  readonly rest?: true;
}

export async function listImports(context: CliContext, options: ListOptions): Promise<void> {
  const list = await askOwner({
    ...asker(context),
    operation: 'schedule.imports',
    args: { gym: options.gym ?? null, limit: options.limit },
  });
  context.print(
    { gym: list.gymId, total: list.total, imports: list.imports.map(recordJson) },
    importsText(list),
  );
}

function importsText({ imports, timezone, total, gymId }: ResultOf<'schedule.imports'>): string {
  if (imports.length === 0) return `Gym ${gymId} has no imports that changed anything.`;
  const rows = imports.map(
    ({ number, madeUtcMs, origin, rows: read, counts, undoneUtcMs, isKept }) => [
      String(number),
      minute(timezone, madeUtcMs),
      origin,
      String(read),
      countsText(counts),
      undoneUtcMs === null ? (isKept ? '' : 'too long ago to undo') : 'undone',
    ],
  );
  const more = total > imports.length ? [`… and ${total - imports.length} earlier: --limit`] : [];
  return [
    columns([['ID', 'WHEN', 'FILE OR FEED', 'ROWS', 'CLASSES', ''], ...rows]).join('\n'),
    ...more,
  ].join('\n');
}

export async function undoImport(
  context: CliContext,
  number: number,
  options: UndoOptions,
): Promise<void> {
  const report = await askOwner({
    ...asker(context),
    operation: 'schedule.undo',
    args: { gym: options.gym ?? null, number, takesRest: options.rest === true },
  });
  context.print({ gym: report.gymId, ...undoJson(report) }, undoText(report));
}

/** Names of classes that stay, shown to a person. */
const SHOWN = 10;

function undoText(report: ResultOf<'schedule.undo'>): string {
  const { import: record, counts, stayed, stayedCount, later, timezone, isFeed } = report;
  const did = countsText(counts);
  const lines = [
    `Import ${record.number} (${record.origin}) is taken back: ${did === '' ? 'no class changes' : did}.`,
    'Corrections and counts stay.',
  ];
  if (stayedCount > 0) {
    lines.push(
      `${times(stayedCount, 'class stays', 'classes stay')} as import ${later.join(', ')} left ${stayedCount === 1 ? 'it' : 'them'}:`,
      ...stayed.slice(0, SHOWN).map((one) => `  ${minute(timezone, one.startsUtcMs)}  ${one.name}`),
      ...(stayedCount > SHOWN ? [`  … and ${stayedCount - SHOWN} more`] : []),
    );
  }
  if (isFeed) {
    lines.push(
      `${record.sourceId} is a feed and is read again automatically: take it out of turnout.yaml, or mend it, or its classes come back.`,
    );
  }
  return lines.join('\n');
}

export async function listJoins(context: CliContext, options: GymOption): Promise<void> {
  const { joins, gymId, timezone } = await askOwner({
    ...asker(context),
    operation: 'schedule.joins',
    args: { gym: options.gym ?? null },
  });
  const rows = joins.map(({ number, madeUtcMs, name, id, into, nameNow, undoneUtcMs }) => [
    String(number),
    minute(timezone, madeUtcMs),
    `${name} (${id})`,
    `${nameNow} (${into ?? id})`,
    undoneUtcMs === null ? '' : 'separated',
  ]);
  context.print(
    {
      gym: gymId,
      joins: joins.map(({ number, madeUtcMs, name, id, into, nameNow, undoneUtcMs }) => ({
        number,
        at: new Date(madeUtcMs).toISOString(),
        trainer: id,
        name,
        joined_into: into,
        name_now: nameNow,
        separated_at: undoneUtcMs === null ? null : new Date(undoneUtcMs).toISOString(),
      })),
    },
    rows.length === 0
      ? `No trainers of gym ${gymId} were joined.`
      : columns([['NUMBER', 'WHEN', 'WAS', 'IS', ''], ...rows]).join('\n'),
  );
}

export async function separateTrainer(
  context: CliContext,
  number: number,
  options: GymOption,
): Promise<void> {
  const { gymId } = await askOwner({
    ...asker(context),
    operation: 'schedule.separate',
    args: { gym: options.gym ?? null, number },
  });
  context.print(
    { gym: gymId, number },
    `Join ${number} is taken back. The two names stay two people from now on.`,
  );
}

function minute(timezone: string, atUtcMs: number): string {
  return `${dateAt(timezone, atUtcMs)} ${timeAt(timezone, atUtcMs)}`;
}
