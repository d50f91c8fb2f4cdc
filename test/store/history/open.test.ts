/** What a data folder must be, and what is damaged in one is named, with what can be done about it. */

import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { describeFault } from '../../../store/history/faults.ts';
import { type FileSystem, lockDataDir, readLock } from '../../../store/history/folder/lock.ts';
import { withReserve } from '../../../store/history/folder/presence.ts';
import { openHistoryForReading } from '../../../store/history/history.ts';
import { anError } from '../../support/an-error.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { testFolder } from '../../support/folder.ts';
import { RecordedLog } from '../../support/recorded-log.ts';
import { NOON, openTestHistory } from './folder.fixture.ts';

const on = (found: FileSystem) => ({ inspect: async () => found });

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
  const dir = testFolder();
  await writeFile(join(dir, 'turnout.sqlite'), 'This is a text file.\n'.repeat(500));
  const damaged = anError('data_unusable', 'got the database file is damaged');
  await expect(openTestHistory({ dir })).rejects.toEqual(damaged);
  await expect(openHistoryForReading(dir)).rejects.toEqual(damaged);
});

it('opening a data folder refuses a path that is a file', async () => {
  const dir = join(testFolder(), 'file');
  await writeFile(dir, '');
  const refused = anError('data_unusable', 'not a folder');
  await expect(openTestHistory({ dir })).rejects.toEqual(refused);
});

it('opening a data folder finds nothing to read where there is no database, and makes none', async () => {
  const dir = testFolder();
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

const clock = new FakeClock(NOON);

it('a damaged data folder whose lock file is garbage is used: the file holds nothing', async () => {
  const dir = testFolder();
  await writeFile(join(dir, 'turnout.lock.sqlite'), 'garbage '.repeat(1000));
  expect(await readLock(dir)).toBeNull();
  const log = new RecordedLog();
  const lock = await lockDataDir(dir, { clock, log });
  onTestFinished(() => lock.release());
  expect(log.of('lock_file_remade')).toHaveLength(1);
  await expect(lockDataDir(dir, { clock })).rejects.toMatchObject({ code: 'data_locked' });
});

it('a damaged data folder whose database is empty next to its log is refused, and the log stays', async () => {
  const dir = testFolder();
  await writeFile(join(dir, 'turnout.sqlite'), '');
  await writeFile(join(dir, 'turnout.sqlite-wal'), 'all that was counted');
  const words = 'an empty one next to a write-ahead log of 20 bytes';
  await expect(openTestHistory({ dir })).rejects.toThrow(words);
  expect(await readFile(join(dir, 'turnout.sqlite-wal'), 'utf8')).toBe('all that was counted');
});

it('a damaged data folder whose database was emptied is no new one, until it is moved away', async () => {
  const { history, dir } = await openTestHistory();
  await history.close();
  await writeFile(join(dir, 'turnout.sqlite'), '');
  const words = 'to begin again, move turnout.sqlite away';
  await expect(openTestHistory({ dir })).rejects.toThrow(words);
  await expect(openHistoryForReading(dir)).rejects.toThrow(words);
  await rm(join(dir, 'turnout.sqlite'));
  await openTestHistory({ dir });
});

// The user with number 0 may read and write everything.
const mayAll = process.getuid?.() === 0 || process.platform === 'win32';
it.skipIf(mayAll)('a damaged data folder that this user may not write says so', async () => {
  const { history, dir } = await openTestHistory();
  await history.close();
  await chmod(join(dir, 'turnout.sqlite'), 0o400);
  const words = 'a file turnout.sqlite without the right to write';
  await expect(openTestHistory({ dir })).rejects.toThrow(words);
});

it('the reserve is there after a start, and is given to a start on a full disk', async () => {
  const { dir } = await openTestHistory();
  const reserve = join(dir, 'turnout.reserve');
  expect((await stat(reserve)).size).toBe(96 * 1024);
  const open = vi.fn(async () => 'opened');
  open.mockRejectedValueOnce(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
  expect(await withReserve(dir, open)).toBe('opened');
  await expect(stat(reserve)).rejects.toMatchObject({ code: 'ENOENT' });
});
