/** Puts a backup in the place of what a data folder has. What was there is moved aside, never deleted. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../runtime/clock.ts';
import {
  dropIncoming,
  finishReplacement,
  makeIncoming,
  type ReplaceStep,
  replaceFiles,
} from '../history/folder/replace.ts';
import { CONFIG_NAME } from './create.ts';
import type { BackupManifest } from './manifest.ts';
import { unpackBackup } from './read.ts';

/** Moments of a restore, in their order; for tests that end the process at each. */
export type RestoreStep = 'unpacked' | ReplaceStep;

export interface RestoreOptions {
  /** The data folder, owned by this process and not opened. */
  readonly dir: string;
  readonly file: string;
  /** Where the configuration of the backup goes if nothing is there; null: it is left out. */
  readonly configFile: string | null;
  readonly clock: Clock;
  readonly onStep?: (step: RestoreStep) => void;
}

export interface RestoreResult {
  readonly manifest: BackupManifest;
  /** Folder in the data folder with what was there; null where it was empty. */
  readonly aside: string | null;
  /** Whether the configuration was written: only where there was none. */
  readonly isConfigWritten: boolean;
}

/** Rejects as {@link unpackBackup}, and with the system's errors; the data folder is as it was in that case. */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { dir, file, clock, onStep = () => undefined } = options;
  await finishReplacement(dir);
  const incoming = await makeIncoming(dir);
  try {
    const manifest = await unpackBackup(file, incoming);
    onStep('unpacked');
    const isConfigWritten = await placeConfig(options, incoming, manifest);
    const aside = await replaceFiles(dir, clock.nowUtcMs(), onStep);
    return { manifest, aside, isConfigWritten };
  } catch (error) {
    await dropIncoming(dir);
    throw error;
  }
}

/** Only where there is no configuration: one that is there is the owner's newest word. */
async function placeConfig(
  { configFile }: RestoreOptions,
  incoming: string,
  { files }: BackupManifest,
): Promise<boolean> {
  if (configFile === null || !files.some(({ name }) => name === CONFIG_NAME)) return false;
  const text = await readFile(join(incoming, CONFIG_NAME));
  return writeFile(configFile, text, { flag: 'wx', mode: 0o600 }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
      throw error;
    },
  );
}
