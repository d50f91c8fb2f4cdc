/** Files that are no whole backup: refused, with what is wrong. */

import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { create, extract, Header } from 'tar';
import { expect, it, test } from 'vitest';
import type { BackupManifest } from '../../../store/backup/create.ts';
import { unpackBackup } from '../../../store/backup/read.ts';
import { anError } from '../../support/an-error.ts';
import { testFolder } from '../../support/folder.ts';
import { openFile } from '../history/open-file.fixture.ts';
import { backupOf, folderWith } from './backup.fixture.ts';

/** A backup that `change` has been at, in the folder of its files. */
async function changed(change: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = testFolder();
  await extract({ file: await backupOf(await folderWith(3)), cwd: folder });
  await change(folder);
  const file = join(testFolder(), 'changed.tar.gz');
  const names = ['manifest.json', 'turnout.sqlite', 'turnout.yaml'];
  await create({ cwd: folder, gzip: true, file }, names);
  return file;
}

const edited = (name: string, edit: (bytes: Buffer) => Buffer | string) => (folder: string) =>
  readFile(join(folder, name)).then((bytes) => writeFile(join(folder, name), edit(bytes)));

/** Says something else in the manifest. */
const saying = (change: (manifest: BackupManifest) => object) =>
  edited('manifest.json', (text) => {
    const manifest = JSON.parse(String(text));
    return JSON.stringify({ ...manifest, ...change(manifest) });
  });

const blank = edited('turnout.sqlite', (bytes) => bytes.fill(0, 8_192, 12_288));

test.each<[string, (folder: string) => Promise<unknown>]>([
  ['turnout.sqlite with another checksum', blank],
  [
    'a damaged database',
    async (folder) => {
      await blank(folder);
      const bytes = await readFile(join(folder, 'turnout.sqlite'));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await saying(({ files }) => ({ files: [{ ...files[0], sha256 }, files[1]] }))(folder);
    },
  ],
  ['manifest.json that is no JSON object', edited('manifest.json', () => '[]')],
  ['format 2', saying(() => ({ format: 2 }))],
  [
    'manifest.json without a part',
    saying(({ files }) => ({ files: [{ ...files[0], name: '../../etc/passwd' }] })),
  ],
  [
    'what no backup has',
    async (folder) => {
      const path = join(folder, 'turnout.sqlite');
      await rename(path, join(folder, 'elsewhere'));
      await symlink('elsewhere', path);
    },
  ],
])('a backup is refused for %s', async (got, change) => {
  const reading = unpackBackup(await changed(change), testFolder());
  await expect(reading).rejects.toEqual(anError('backup_unusable', got));
});

it('a backup is refused that breaks off, and what is no archive, a folder and nothing', async () => {
  const file = await backupOf(await folderWith(3));
  await truncate(file, 2_000);
  const text = join(testFolder(), 'text.tar.gz');
  await writeFile(text, 'not an archive at all');
  const folder = join(testFolder(), 'folder');
  await mkdir(folder);
  for (const path of [file, text, folder, join(folder, 'none')]) {
    const reading = unpackBackup(path, testFolder());
    await expect(reading).rejects.toMatchObject({ code: 'backup_unusable' });
  }
});

const GIB = 1024 ** 3;
const NONE = JSON.stringify({
  ...{ format: 1, version: '1.0.0', schema_version: 8 },
  ...{ created: new Date(0).toISOString(), files: [], models: [] },
});

type Entry = readonly [path: string, size: number, body?: string];

/** Headers that promise so many bytes. No more than the text follows. */
async function archive(...entries: readonly Entry[]) {
  const blocks = entries.flatMap(([path, size, body = '']) => {
    const head = Buffer.alloc(512);
    const isMeta = path === 'pax';
    new Header({ path, size, type: isMeta ? 'ExtendedHeader' : 'File', mode: 0o600 }).encode(head);
    return [head, Buffer.from(body), Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  const file = join(testFolder(), 'large.tar.gz');
  await writeFile(file, gzipSync(Buffer.concat(blocks)));
  return file;
}
const DATABASE: Entry = ['turnout.sqlite', 8 * GIB];

test.each<[string, Entry[], RegExp]>([
  ['with more of a database than any has', [DATABASE], /got 8590 MB packed into 1 MB, which no/],
  ['with more of a header', [['pax', 8 * GIB]], /what no backup has/],
  ['with more of a manifest', [['manifest.json', 8 * GIB]], /what no backup has/],
  ['with a file that no backup has', [['notes.txt', 1, 'a']], /what no backup has/],
  ['without a database', [['manifest.json', NONE.length, NONE]], /without turnout\.sqlite/],
])('an archive is refused %s', async (_, entries, got) => {
  const reading = unpackBackup(await archive(...entries), testFolder());
  await expect(reading).rejects.toEqual(anError('backup_unusable', got));
});

async function database(sql: string): Promise<string> {
  const dir = testFolder();
  const opened = await openFile(dir);
  await opened.exec(sql);
  await opened.close();
  return join(dir, 'turnout.sqlite');
}

async function damaged(): Promise<string> {
  const file = join(await folderWith(3), 'turnout.sqlite');
  await truncate(file, 50_000);
  return file;
}

const NEWER = 'CREATE TABLE a (b); PRAGMA application_id = 1414680148; PRAGMA user_version = 99';

test.each([
  ['of another program', () => database('CREATE TABLE notes (text)'), 'backup_unusable'],
  ['that is empty', () => database('PRAGMA user_version = 0; VACUUM'), 'backup_unusable'],
  ['of a newer Turnout', () => database(NEWER), 'data_newer'],
  ['that is damaged', damaged, 'backup_unusable'],
])('a database %s is refused', async (_, made, code) => {
  const reading = unpackBackup(await made(), testFolder());
  await expect(reading).rejects.toMatchObject({ code });
});
