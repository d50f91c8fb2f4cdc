/** What is damaged is named, with what can be done about it. */

import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { lockDataDir, readLock } from '../../../store/history/folder/lock.ts';
import { withReserve } from '../../../store/history/folder/presence.ts';
import { RecordedLog } from '../../support/recorded-log.ts';
import { afterTest, createFolder, createHandClock, openTestHistory } from './folder.fixture.ts';

const clock = createHandClock();

it('a damaged data folder whose lock file is garbage is used: the file holds nothing', async () => {
  const dir = await createFolder();
  await writeFile(join(dir, 'turnout.lock.sqlite'), 'garbage '.repeat(1000));
  expect(await readLock(dir)).toBeNull();
  const log = new RecordedLog();
  const lock = await lockDataDir(dir, { clock, log });
  afterTest(() => lock.release());
  expect(log.of('lock_file_remade')).toHaveLength(1);
  await expect(lockDataDir(dir, { clock })).rejects.toMatchObject({ code: 'data_locked' });
});

it('a damaged data folder whose database is empty next to its log is refused, and the log stays', async () => {
  const dir = await createFolder();
  await writeFile(join(dir, 'turnout.sqlite'), '');
  await writeFile(join(dir, 'turnout.sqlite-wal'), 'all that was counted');
  const words = 'an empty one next to a write-ahead log of 20 bytes';
  await expect(openTestHistory({ dir })).rejects.toThrow(words);
  expect(await readFile(join(dir, 'turnout.sqlite-wal'), 'utf8')).toBe('all that was counted');
});

// The user with number 0 may read and write everything.
it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
  'a damaged data folder that this user may not write says what lacks the right',
  async () => {
    const { history, dir } = await openTestHistory();
    await history.close();
    await chmod(join(dir, 'turnout.sqlite'), 0o400);
    const words = 'a file turnout.sqlite without the right to write';
    await expect(openTestHistory({ dir })).rejects.toThrow(words);
  },
);

it('the reserve is there after a start, and is given to a start on a full disk', async () => {
  const { dir } = await openTestHistory();
  const reserve = join(dir, 'turnout.reserve');
  expect((await stat(reserve)).size).toBe(96 * 1024);
  const open = vi.fn(async () => 'opened');
  open.mockRejectedValueOnce(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
  expect(await withReserve(dir, open)).toBe('opened');
  await expect(stat(reserve)).rejects.toMatchObject({ code: 'ENOENT' });
});
