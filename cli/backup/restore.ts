/** `turnout restore`: replaces the data with a backup, or with the database from before an upgrade. */

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { CONFIG_NAME, findConfig, readEnvironment } from '../../config/environment.ts';
import { systemClock } from '../../runtime/clock.ts';
import { type Restorable, unpackBackup } from '../../store/backup/read.ts';
import { restoreBackup } from '../../store/backup/restore.ts';
import { lockDataDir } from '../../store/history/folder/lock.ts';
import { DATABASE_FILE } from '../../store/history/folder/replace.ts';
import { SCHEMA_VERSION } from '../../store/history/schema/schema.ts';
import { addRows, type CommandRow, flag, type Printed } from '../command.ts';
import type { CliContext } from '../context.ts';

const HELP = `The server must be stopped. The file is checked first: nothing changes unless it is whole.
turnout.yaml is written only if there is none. Keys that were revoked after the backup work again:
see turnout key list.

A newer Turnout that changes the form of the database first saves a copy of the old one in the data
folder, as turnout.schema-N.sqlite. To go back: stop the server, put the older Turnout in place, and
let it restore that copy.`;

const RESTORE: CommandRow<{ readonly check?: true }> = {
  words: 'restore <file>',
  about: 'Replace the data with a backup; the old data is moved aside',
  given: ['a file of turnout backup, or a turnout.schema-N.sqlite of the data folder'],
  flags: [flag('--check', 'only say whether the file is whole and what is in it')],
  help: HELP,
  examples: [
    'turnout restore /mnt/disk/turnout-2026-11-23T020000Z.tar.gz --check',
    'turnout restore /mnt/disk/turnout-2026-11-23T020000Z.tar.gz',
    'turnout restore turnout.schema-7.sqlite',
  ],
  answer: (world, { check = false }, file) => {
    const dir = world.dataDir();
    const path = pathOf(dir, file);
    return check ? checkBackup(path) : restore(dir, path);
  },
};

export function registerRestore(program: Command, context: CliContext): void {
  addRows(program, context, [RESTORE]);
}

/** A bare name that is not in the working folder is one of the data folder. */
function pathOf(dataDir: string, file: string): string {
  const path = resolve(file);
  const inData = join(dataDir, file);
  return !existsSync(path) && basename(file) === file && existsSync(inData) ? inData : path;
}

async function checkBackup(file: string): Promise<Printed> {
  const folder = await mkdtemp(join(tmpdir(), 'turnout-restore-'));
  try {
    const manifest = await unpackBackup(file, folder);
    return [
      wireOf(manifest),
      `${manifest.version === null ? 'The database' : 'The backup'} is whole: ${wordsOf(manifest)}.`,
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function restore(dir: string, file: string): Promise<Printed> {
  const environment = readEnvironment();
  const configFile = findConfig(environment) ?? join(process.cwd(), CONFIG_NAME);
  const lock = await lockDataDir(dir, { clock: systemClock });
  try {
    const done = await restoreBackup({ dir, file, configFile, clock: systemClock });
    const { manifest, aside, isConfigWritten } = done;
    return [
      {
        ...wireOf(manifest),
        moved_aside: aside,
        configuration: isConfigWritten ? configFile : null,
      },
      [
        `Restored: ${wordsOf(manifest)}.`,
        ...(aside === null ? [] : asideLines(aside)),
        ...(isConfigWritten ? [`The configuration is written: ${configFile}.`] : []),
        ...(manifest.models.length === 0
          ? []
          : [
              `Models are not in a backup. If one is missing: turnout model install ${manifest.models.join(', ')}`,
            ]),
        manifest.version === null && manifest.schemaVersion < SCHEMA_VERSION
          ? `Next: start the older Turnout; this one would upgrade the data to schema ${SCHEMA_VERSION} again.`
          : 'Next: turnout serve',
      ].join('\n'),
    ];
  } finally {
    await lock.release();
  }
}

/** How to come forward again too: nothing of the newer data is lost. */
function asideLines(aside: string): readonly string[] {
  return [
    `The data that was replaced is in ${aside}.`,
    `To get it back, with the Turnout that wrote it: turnout restore ${join(aside, DATABASE_FILE)}`,
  ];
}

function wordsOf({ createdUtcMs, version, schemaVersion }: Restorable): string {
  const time = new Date(createdUtcMs).toISOString().slice(0, 16).replace('T', ' ');
  return version === null
    ? `a database of schema ${schemaVersion}, last changed ${time} UTC`
    : `data of ${time} UTC, written by Turnout ${version} (schema ${schemaVersion})`;
}

function wireOf({ createdUtcMs, version, schemaVersion, files, models }: Restorable): object {
  return {
    created_at: new Date(createdUtcMs).toISOString(),
    version,
    schema_version: schemaVersion,
    files,
    models,
  };
}
