/** `turnout restore`: a backup in the place of the data; what was there is moved aside. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { CONFIG_NAME, findConfig, readEnvironment } from '../../config/environment.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { BackupManifest } from '../../store/backup/manifest.ts';
import { unpackBackup } from '../../store/backup/read.ts';
import { restoreBackup } from '../../store/backup/restore.ts';
import { lockDataDir } from '../../store/history/folder/lock.ts';
import type { CliContext } from '../context.ts';

export function registerRestore(program: Command, context: CliContext): void {
  program
    .command('restore')
    .description('Put a backup in the place of the data; what was there is moved aside')
    .argument('<file>', 'a file that turnout backup has written')
    .option('--check', 'only say whether the file is whole and what is in it')
    .addHelpText('after', HELP)
    .action((file: string, { check = false }: { readonly check?: boolean }) =>
      check ? checkBackup(context, resolve(file)) : restore(context, resolve(file)),
    );
}

const HELP = `
The server must be stopped. The file is checked first: nothing changes unless it is whole.
turnout.yaml is written only where there is none. Keys that were revoked after the backup work
again: see turnout key list.

Example:
  turnout restore /mnt/disk/turnout-2026-11-23T020000Z.tar.gz --check
  turnout restore /mnt/disk/turnout-2026-11-23T020000Z.tar.gz`;

async function checkBackup(context: CliContext, file: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'turnout-restore-'));
  try {
    const manifest = await unpackBackup(file, folder);
    context.print(wireOf(manifest), `The backup is whole: ${wordsOf(manifest)}.`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function restore(context: CliContext, file: string): Promise<void> {
  const dir = context.dataDir();
  const environment = readEnvironment();
  const configFile = findConfig(environment) ?? join(process.cwd(), CONFIG_NAME);
  const lock = await lockDataDir(dir, { clock: systemClock });
  try {
    const done = await restoreBackup({ dir, file, configFile, clock: systemClock });
    const { manifest, aside, isConfigWritten } = done;
    context.print(
      {
        ...wireOf(manifest),
        moved_aside: aside,
        configuration: isConfigWritten ? configFile : null,
      },
      [
        `Restored: ${wordsOf(manifest)}.`,
        ...(aside === null ? [] : [`What was there is in ${aside}.`]),
        ...(isConfigWritten ? [`The configuration is written: ${configFile}.`] : []),
        ...(manifest.models.length === 0
          ? []
          : [
              `Models are not in a backup. If one is missing: turnout model install ${manifest.models.join(', ')}`,
            ]),
        'Next: turnout serve',
      ].join('\n'),
    );
  } finally {
    await lock.release();
  }
}

function wordsOf({ createdUtcMs, version, schemaVersion }: BackupManifest): string {
  const time = new Date(createdUtcMs).toISOString().slice(0, 16).replace('T', ' ');
  return `data of ${time} UTC, written by Turnout ${version} (schema ${schemaVersion})`;
}

function wireOf({ createdUtcMs, version, schemaVersion, files, models }: BackupManifest): object {
  return {
    created_at: new Date(createdUtcMs).toISOString(),
    version,
    schema_version: schemaVersion,
    files,
    models,
  };
}
