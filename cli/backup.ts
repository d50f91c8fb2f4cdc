/** `turnout backup` and `turnout restore`: the data in one file, and back. */

import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { BackupConfig } from '../config/config.ts';
import { CONFIG_NAME, findConfig, readEnvironment } from '../config/environment.ts';
import { openConfig } from '../config/load.ts';
import { modelsFolder } from '../engine/models/installed.ts';
import { systemClock } from '../runtime/clock.ts';
import { wire } from '../runtime/wire.ts';
import { installedNames } from '../service/backups.ts';
import { backupName, createBackup, pruneBackups } from '../store/backup/create.ts';
import { type Restorable, unpackBackup } from '../store/backup/read.ts';
import { restoreBackup } from '../store/backup/restore.ts';
import { lockDataDir } from '../store/history/folder/lock.ts';
import { DATABASE_FILE } from '../store/history/folder/replace.ts';
import { SCHEMA_VERSION } from '../store/history/schema/schema.ts';
import { counted } from '../web/words/format.ts';
import { command, flag, lines, type Printed, usageFault } from './command.ts';
import { sizeText } from './model.ts';

const BACKUP_HELP = `In the file: all classes, counts, corrections, keys and sign-ins, and turnout.yaml.
Not in it: passwords of cameras (secrets.env, environment) and models (turnout model install).
Anyone with the file can see the figures: only your user may read it.

The server makes backups by itself if turnout.yaml has, for example:
  backup: { to: /mnt/disk/turnout, every: 1d, keep: 14 }`;

export const BACKUP = command({
  words: 'backup [to]',
  about: 'Write all data into one file; a running server goes on counting',
  given: ['file to write, or a folder; default: the folder that turnout.yaml names at backup'],
  help: BACKUP_HELP,
  examples: ['turnout backup /mnt/disk', 'turnout backup before-the-move.tar.gz'],
  answer: (world, _, to) => backup(world.dataDir(), to ?? null),
});

async function backup(dir: string, to: string | null): Promise<Printed> {
  const configured = to === null ? await configuredFolder() : null;
  const path = await pathOf(to, configured);
  const configFile = findConfig(readEnvironment());
  const models = await installedNames(modelsFolder(dir));
  const backedUp = { dir, configFile, models, to: path, clock: systemClock };
  const { bytes, manifest } = await createBackup(backedUp);
  const removed = configured === null ? 0 : await pruneBackups(configured.to, configured.keep);
  const held =
    configFile === null
      ? 'the data, but no turnout.yaml: there is none here or in the data folder, and TURNOUT_CONFIG names none'
      : 'the data and the configuration';
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
  const got = 'none, and turnout.yaml has no backup';
  const hint = 'name one, such as: turnout backup /mnt/disk';
  throw usageFault('turnout backup', 'a file or a folder', got, hint);
}

/** A name of its own in a folder; a file that is there already is never overwritten. */
async function pathOf(to: string | null, configured: BackupConfig | null): Promise<string> {
  const path = resolve(to ?? configured?.to ?? '.');
  const found = await stat(path).catch(() => null);
  if (configured !== null || found?.isDirectory() === true) {
    return join(path, backupName(systemClock.nowUtcMs()));
  }
  if (found === null && to !== null && !/[\\/]$/.test(to)) return path;
  const [got, hint] =
    found === null
      ? [`${to}, a folder that is not there`, 'make the folder first']
      : ['a file that is there', 'choose another name, or delete that file first'];
  throw usageFault('turnout backup', 'a file that is not there yet, or a folder', got, hint);
}

const RESTORE_HELP = `The server must be stopped. The file is checked first: nothing changes unless it is whole.
turnout.yaml is written only if there is none. Keys that were revoked after the backup work again:
see turnout key list.

A newer Turnout that changes the form of the database first saves a copy of the old one in the data
folder, as turnout.schema-N.sqlite. To go back: stop the server, put the older Turnout in place, and
let it restore that copy.`;

export const RESTORE = command({
  words: 'restore <file>',
  about: 'Replace the data with a backup; the old data is moved aside',
  given: ['a file of turnout backup, or a turnout.schema-N.sqlite of the data folder'],
  flags: [flag('--check', 'only say whether the file is whole and what is in it')],
  help: RESTORE_HELP,
  examples: [
    'turnout restore /mnt/disk/turnout-2026-11-23T020000Z.tar.gz --check',
    'turnout restore /mnt/disk/turnout-2026-11-23T020000Z.tar.gz',
    'turnout restore turnout.schema-8.sqlite',
  ],
  answer: (world, { check = false }, file) => {
    const dir = world.dataDir();
    const path = backupFile(dir, file);
    return check ? checkBackup(path) : restore(dir, path);
  },
});

/** A bare name that is not in the working folder is one of the data folder. */
function backupFile(dataDir: string, file: string): string {
  const path = resolve(file);
  const inData = join(dataDir, file);
  return !existsSync(path) && basename(file) === file && existsSync(inData) ? inData : path;
}

async function checkBackup(file: string): Promise<Printed> {
  const folder = await mkdtemp(join(tmpdir(), 'turnout-restore-'));
  try {
    const manifest = await unpackBackup(file, folder);
    return [
      restorableWire(manifest),
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
    const models = manifest.models.join(', ');
    return [
      {
        ...restorableWire(manifest),
        moved_aside: aside,
        configuration: isConfigWritten ? configFile : null,
      },
      lines(
        `Restored: ${wordsOf(manifest)}.`,
        // How to come forward again too: nothing of the newer data is lost.
        aside !== null && [
          `The data that was replaced is in ${aside}.`,
          `To get it back, with the Turnout that wrote it: turnout restore ${join(aside, DATABASE_FILE)}`,
        ],
        isConfigWritten && `The configuration is written: ${configFile}.`,
        models !== '' &&
          `Models are not in a backup. If one is missing: turnout model install ${models}`,
        manifest.version === null && manifest.schemaVersion < SCHEMA_VERSION
          ? `Next: start the older Turnout; this one would upgrade the data to schema ${SCHEMA_VERSION} again.`
          : 'Next: turnout serve',
      ),
    ];
  } finally {
    await lock.release();
  }
}

function wordsOf({ createdUtcMs, version, schemaVersion, files }: Restorable): string {
  const time = new Date(createdUtcMs).toISOString().slice(0, 16).replace('T', ' ');
  if (version === null) return `a database of schema ${schemaVersion}, last changed ${time} UTC`;
  const without = files.some(({ name }) => name === CONFIG_NAME) ? '' : ', without a turnout.yaml';
  return `data of ${time} UTC, written by Turnout ${version} (schema ${schemaVersion})${without}`;
}

function restorableWire(manifest: Restorable): object {
  return wire(manifest, 'createdUtcMs', 'version', 'schemaVersion', 'files', 'models');
}
