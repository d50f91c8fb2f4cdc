/** What `turnout key create` and `turnout schedule import` ask of a running program, without starting a process each. */

import { systemClock } from '../../../runtime/clock.ts';
import { type AskOptions, askOwner } from '../../../service/commands/ask-owner.ts';
import type { ImportReport } from '../../../service/imports/take-file.ts';

type KeyArgs = Partial<AskOptions<'key.create'>['args']>;

// Never done here: a part must not open the folder of the program that it has just killed.
const config = () => Promise.reject(new Error('no running program owns the folder'));

/** Makes a key of the only gym and returns its secret; an owner's without other wishes. */
export async function createKey(dataDir: string, wished: KeyArgs = {}): Promise<string> {
  const args = { role: 'owner' as const, gym: null, trainer: null, label: null, lookups: null };
  const made = await askOwner({
    dataDir,
    operation: 'key.create',
    args: { ...args, ...wished },
    config,
    clock: systemClock,
  });
  return made.secret;
}

/** Imports a file into the only gym. Rejects where the program refuses it or goes away. */
export function importSchedule(
  dataDir: string,
  source: string,
  bytes: Uint8Array,
): Promise<ImportReport> {
  return askOwner({
    dataDir,
    operation: 'schedule.import',
    args: { gym: null, source, format: 'auto', columns: {}, rooms: {} },
    bytes,
    config,
    clock: systemClock,
  });
}
