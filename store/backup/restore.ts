/** Puts a backup or a database in the place of what a data folder has. What was there is moved aside, never deleted. */

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../runtime/clock.ts';
import { codeOf } from '../history/database.ts';
import { withReason } from '../history/faults.ts';
import {
  dropIncoming,
  finishReplacement,
  isReplacementUnfinished,
  makeIncoming,
  replaceFiles,
} from '../history/folder/replace.ts';
import { CONFIG_NAME } from './create.ts';
import { type Restorable, unpackBackup } from './read.ts';

interface RestoreOptions {
  /** The data folder, owned by this process and not opened. */
  readonly dir: string;
  readonly file: string;
  /** Where the configuration of the backup goes if nothing is there; null: it is left out. */
  readonly configFile: string | null;
  readonly clock: Clock;
  /** Told of each moment; for tests that end the process there. */
  readonly onStep?: (step: string) => void;
}

/**
 * Rejects as {@link unpackBackup}, and with `data_unusable` where the folder cannot be used; the data folder and the
 * configuration are as they were in that case.
 */
export function restoreBackup(options: RestoreOptions) {
  const { dir, file, configFile, clock, onStep = () => undefined } = options;
  return withReason(dir, async () => {
    await finishReplacement(dir);
    const incoming = await makeIncoming(dir);
    let isConfigWritten = false;
    try {
      const manifest = await unpackBackup(file, incoming);
      onStep('unpacked');
      isConfigWritten = await placeConfig(configFile, incoming, manifest);
      const aside = await replaceFiles(dir, clock.nowUtcMs(), onStep);
      /* Folder in the data folder with what was there, null where it was empty; the configuration is written only where there was none. */
      return { manifest, aside, isConfigWritten };
    } catch (error) {
      const isOurs = isConfigWritten && !(await isReplacementUnfinished(dir));
      if (isOurs && configFile !== null) await rm(configFile, { force: true });
      await dropIncoming(dir);
      throw error;
    }
  });
}

/** Only where there is no configuration: one that is there is the owner's newest word. */
async function placeConfig(configFile: string | null, incoming: string, { files }: Restorable) {
  if (configFile === null || !files.some(({ name }) => name === CONFIG_NAME)) return false;
  const text = await readFile(join(incoming, CONFIG_NAME));
  try {
    await writeFile(configFile, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    await rm(configFile, { force: true });
    throw error;
  }
}
