/** `turnout backup`: a copy of the data in one file, made beside a running server or without one. */

import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { BackupConfig } from '../../config/config.ts';
import { findConfig, readEnvironment } from '../../config/environment.ts';
import { openConfig } from '../../config/load.ts';
import { modelsFolder } from '../../engine/models/installed.ts';
import { TurnoutError } from '../../errors.ts';
import { systemClock } from '../../runtime/clock.ts';
import { installedNames } from '../../service/backups.ts';
import { backupName, createBackup, pruneBackups } from '../../store/backup/create.ts';
import { counted } from '../../web/words/format.ts';
import { addRows, type CommandRow, type Printed } from '../command.ts';
import type { CliContext } from '../context.ts';
import { sizeText } from '../model/fetch.ts';

const HELP = `In the file: all classes, counts, corrections, keys and sign-ins, and turnout.yaml.
Not in it: passwords of cameras (secrets.env, environment) and models (turnout model install).
Anyone with the file can see the figures: only your user may read it.

The server makes backups by itself if turnout.yaml has, for example:
  backup: { to: /mnt/disk/turnout, every: 1d, keep: 14 }`;

const BACKUP: CommandRow<object, [string | undefined]> = {
  words: 'backup [to]',
  about: 'Write all data into one file; a running server goes on counting',
  given: ['file to write, or a folder; default: the folder that turnout.yaml names at backup'],
  help: HELP,
  examples: ['turnout backup /mnt/disk', 'turnout backup before-the-move.tar.gz'],
  answer: (world, _, to) => backup(world.dataDir(), to ?? null),
};

export function registerBackup(program: Command, context: CliContext): void {
  addRows(program, context, [BACKUP]);
}

async function backup(dir: string, to: string | null): Promise<Printed> {
  const configured = to === null ? await configuredFolder() : null;
  const path = await pathOf(to, configured);
  const configFile = findConfig(readEnvironment());
  const models = await installedNames(modelsFolder(dir));
  const { bytes, manifest } = await createBackup({
    dir,
    configFile,
    models,
    to: path,
    clock: systemClock,
  });
  const removed = configured === null ? 0 : await pruneBackups(configured.to, configured.keep);
  const held = configFile === null ? 'the data' : 'the data and the configuration';
  const gone =
    removed === 0 ? '' : ` ${counted(removed, 'older backup is', 'older backups are')} removed.`;
  return [
    { path, bytes, schema_version: manifest.schemaVersion, files: manifest.files, removed },
    `${path} has ${held} (${sizeText(bytes)}).${gone} To get it back: turnout restore FILE`,
  ];
}

async function configuredFolder(): Promise<BackupConfig> {
  const { backup: configured } = await openConfig(readEnvironment());
  if (configured !== null) return configured;
  throw new TurnoutError('usage', {
    where: 'turnout backup',
    expected: 'a file or a folder',
    got: 'none, and turnout.yaml has no backup',
    hint: 'name one, such as: turnout backup /mnt/disk',
  });
}

/** A name of its own in a folder; a file that is there already is never overwritten. */
async function pathOf(to: string | null, configured: BackupConfig | null): Promise<string> {
  const path = resolve(to ?? configured?.to ?? '.');
  const found = await stat(path).catch(() => null);
  if (configured !== null || found?.isDirectory() === true) {
    return join(path, backupName(systemClock.nowUtcMs()));
  }
  if (found === null && to !== null && !/[\\/]$/.test(to)) return path;
  throw new TurnoutError('usage', {
    where: 'turnout backup',
    expected: 'a file that is not there yet, or a folder',
    got: found === null ? `${to}, a folder that is not there` : 'a file that is there',
    hint:
      found === null ? 'make the folder first' : 'choose another name, or delete that file first',
  });
}
