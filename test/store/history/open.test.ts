import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeFault } from '../../../store/history/faults.ts';
import type { FileSystem } from '../../../store/history/folder/lock.ts';
import { openHistoryForReading } from '../../../store/history/history.ts';
import { anError } from '../../support/an-error.ts';
import { RecordedLog } from '../../support/recorded-log.ts';
import { createFolder, openTestHistory } from './folder.fixture.ts';
import { openFile } from './open-file.fixture.ts';

const on = (found: FileSystem) => ({ inspect: async () => found });

it('opening a data folder makes it, with a write-ahead log that a power cut cannot undo', async () => {
  const dir = join(await createFolder(), 'new', 'folder');
  await openTestHistory({ dir });
  const other = await openFile(dir);
  expect(await other.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
  expect(await other.get('PRAGMA auto_vacuum')).toEqual({ auto_vacuum: 2 });
});

it('opening a data folder refuses a network share, and says which and what to do', async () => {
  const share = on({ kind: 'network', name: 'NFS' });
  await expect(openTestHistory(share)).rejects.toMatchObject({
    code: 'data_unusable',
    message:
      'data folder: expected a local disk, got a network share (NFS); choose a local folder (TURNOUT_DATA) and copy backups to the share instead',
  });
});

it('opening a data folder warns where it cannot tell', async () => {
  const log = new RecordedLog();
  await openTestHistory({ ...on({ kind: 'unclear', name: 'FUSE' }), log });
  expect(log.of('data_folder_unclear')).toMatchObject([{ fields: { file_system: 'FUSE' } }]);
});

it('opening a data folder refuses a damaged database', async () => {
  const dir = await createFolder();
  await writeFile(join(dir, 'turnout.sqlite'), 'This is a text file.\n'.repeat(500));
  const damaged = anError('data_unusable', 'got the database file is damaged');
  await expect(openTestHistory({ dir })).rejects.toEqual(damaged);
  await expect(openHistoryForReading(dir)).rejects.toEqual(damaged);
});

it('opening a data folder refuses a path that is a file', async () => {
  const dir = join(await createFolder(), 'file');
  await writeFile(dir, '');
  const refused = anError('data_unusable', 'not a folder');
  await expect(openTestHistory({ dir })).rejects.toEqual(refused);
});

it('opening a data folder finds nothing to read where there is no database, and makes none', async () => {
  const dir = await createFolder();
  const missing = anError('data_unusable', 'got nothing yet');
  await expect(openHistoryForReading(dir)).rejects.toEqual(missing);
  await expect(openHistoryForReading(dir)).rejects.toEqual(missing);
});

it.each([
  ['SQLITE_FULL', 'the disk is full'],
  ['SQLITE_READONLY', 'the data folder is read-only'],
  ['SQLITE_CONSTRAINT', 'the database file is damaged'],
  ['EACCES', 'access to the data folder is denied'],
  ['OTHER', 'something else'],
])('%s in words: %s', (code, words) => {
  expect(describeFault(Object.assign(new Error('something else'), { code }))).toBe(words);
});
