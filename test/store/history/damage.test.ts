/** What is damaged is named, with what can be done about it. */

import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../runtime/log/log.ts';
import { lockDataDir, readLock } from '../../../store/history/folder/lock.ts';
import { withReserve } from '../../../store/history/folder/presence.ts';
import { openHistory } from '../../../store/history/history.ts';
import { RecordedLog } from '../../support/recorded-log.ts';
import { afterTest, createFolder, createHandClock, openTestHistory } from './folder.fixture.ts';

const clock = createHandClock();

/** A folder that has held a database, closed. */
async function usedFolder(): Promise<string> {
  const dir = await createFolder();
  await (await openHistory({ dir, clock, log: silentLog })).close();
  return dir;
}

describe('a damaged data folder', () => {
  it('whose lock file is garbage is used: the file holds nothing', async () => {
    const dir = await createFolder();
    await writeFile(join(dir, 'turnout.lock.sqlite'), 'garbage '.repeat(1000));
    expect(await readLock(dir)).toBeNull();
    const log = new RecordedLog();
    const lock = await lockDataDir(dir, { clock, log });
    afterTest(() => lock.release());
    expect(log.of('lock_file_remade')).toHaveLength(1);
    await expect(lockDataDir(dir, { clock })).rejects.toMatchObject({ code: 'data_locked' });
  });

  it('whose database is empty next to its log is refused, and the log stays', async () => {
    const dir = await createFolder();
    await writeFile(join(dir, 'turnout.sqlite'), '');
    await writeFile(join(dir, 'turnout.sqlite-wal'), 'all that was counted');
    await expect(openTestHistory({ dir })).rejects.toMatchObject({
      message: expect.stringContaining('an empty one next to a write-ahead log of 20 bytes'),
    });
    expect(await readFile(join(dir, 'turnout.sqlite-wal'), 'utf8')).toBe('all that was counted');
  });

  // The user with number 0 may read and write everything.
  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'that this user may not write says what lacks the right',
    async () => {
      const dir = await usedFolder();
      const { chmod } = await import('node:fs/promises');
      await chmod(join(dir, 'turnout.sqlite'), 0o400);
      await expect(openTestHistory({ dir })).rejects.toMatchObject({
        message: expect.stringContaining('a file turnout.sqlite without the right to write'),
      });
    },
  );
});

it('the reserve is there after a start, and is given to a start on a full disk', async () => {
  const { dir } = await openTestHistory();
  const reserve = join(dir, 'turnout.reserve');
  expect((await stat(reserve)).size).toBe(96 * 1024);
  let tries = 0;
  const opened = await withReserve(dir, async () => {
    tries += 1;
    if (tries === 1) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    return 'opened';
  });
  expect(opened).toBe('opened');
  await expect(stat(reserve)).rejects.toMatchObject({ code: 'ENOENT' });
});
