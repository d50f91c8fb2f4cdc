/** `turnout schedule import`: classes, bookings and check-ins from a file into the history, or what that would change. */

import { readEnvironment } from '../../config/environment.ts';
import { openConfig } from '../../config/load.ts';
import { isTurnoutError, TurnoutError } from '../../errors.ts';
import { COLUMNS_HINT } from '../../gym/schedule/csv/csv.ts';
import { systemClock } from '../../runtime/clock.ts';
import { askOwner } from '../../service/commands/ask-owner.ts';
import { importJson } from '../../service/imports/import-json.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '../fault.ts';
import { SlowBar } from '../terminal/slow-bar.ts';
import { originOf, readSchedule, sourceIdOf } from './file.ts';
import { importText } from './import-report.ts';

export interface ImportOptions {
  readonly gym?: string;
  readonly source?: string;
  readonly format: 'auto' | 'ics' | 'csv' | 'json';
  readonly column: Readonly<Record<string, string>>;
  readonly room: Readonly<Record<string, string>>;
  readonly sheet?: string;
  readonly force?: true;
  readonly preview?: true;
}

/** How long nothing is shown, ms; a bar appears for what takes longer. */
const QUIET_MS = 1_000;

export async function importFile(
  context: CliContext,
  file: string,
  options: ImportOptions,
): Promise<void> {
  const isPreview = options.preview === true;
  const bar = new SlowBar(context, isPreview ? 'Preview' : 'Import');
  const timer = setTimeout(() => bar.show(null, 'reading'), QUIET_MS);
  try {
    const bytes = await readSchedule(file, process.stdin);
    bar.show(0.5, 'comparing');
    const report = await askOwner({
      dataDir: context.dataDir(),
      operation: isPreview ? 'schedule.preview' : 'schedule.import',
      args: {
        gym: options.gym ?? null,
        source: options.source ?? sourceIdOf(file),
        format: options.format,
        columns: options.column,
        rooms: options.room,
        sheet: options.sheet ?? null,
        force: options.force === true,
        origin: originOf(file),
      },
      bytes,
      config: () => openConfig(readEnvironment()),
      clock: systemClock,
    });
    bar.end();
    context.print(importJson(report, isPreview), importText(report, isPreview));
    if (report.entries === 0) process.exitCode = EXIT.fault;
  } catch (error) {
    throw namedHere(error);
  } finally {
    clearTimeout(timer);
    bar.end();
  }
}

/** An error of a table says how columns are named in turnout.yaml; here they are named by an option. */
function namedHere(error: unknown): unknown {
  if (!isTurnoutError(error) || error.parts.hint?.startsWith(COLUMNS_HINT) !== true) return error;
  const hint =
    'name them: --column "name=…" --column "start=…", or date=… and time=… for two columns';
  return new TurnoutError(error.code, { ...error.parts, hint }, { cause: error });
}
