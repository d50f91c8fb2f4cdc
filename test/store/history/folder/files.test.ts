/** Who may read a data folder. */

import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepPrivate } from '../../../../store/history/folder/files.ts';
import { lockDataDir } from '../../../../store/history/folder/lock.ts';
import { RecordedLog } from '../../../support/recorded-log.ts';
import { afterTest, createFolder, createHandClock, openTestHistory } from '../folder.fixture.ts';

const modeOf = async (path: string) => (await stat(path)).mode & 0o7777;

describe.skipIf(process.platform === 'win32')('a data folder', () => {
  it('is for this user alone, with every file in it', async () => {
    const dir = join(await createFolder(), 'new');
    const lock = await lockDataDir(dir, { clock: createHandClock() });
    afterTest(() => lock.release());
    await openTestHistory({ dir });
    expect(await modeOf(dir)).toBe(0o700);
    const names = await readdir(dir);
    expect(names).toEqual(expect.arrayContaining(['turnout.sqlite', 'turnout.sqlite-wal']));
    for (const name of names) expect([name, await modeOf(join(dir, name))]).toEqual([name, 0o600]);
  });

  it('that was open to others is closed to them, and the log says so once', async () => {
    const dir = await createFolder();
    await writeFile(join(dir, 'turnout.yaml'), '');
    await writeFile(join(dir, 'notes.txt'), '');
    for (const name of ['turnout.yaml', 'notes.txt']) await chmod(join(dir, name), 0o644);
    await chmod(dir, 0o755);
    const log = new RecordedLog();
    await keepPrivate(dir, log);
    await keepPrivate(dir, log);
    expect(log.of('data_folder_was_open').map(({ fields }) => fields['files'])).toEqual([
      ['.', 'turnout.yaml'],
    ]);
    expect(await modeOf(dir)).toBe(0o700);
    expect(await modeOf(join(dir, 'turnout.yaml'))).toBe(0o600);
    expect(await modeOf(join(dir, 'notes.txt'))).toBe(0o644);
  });

  it('that others share stays open to them', async () => {
    const dir = join(await createFolder(), 'tmp');
    await mkdir(dir);
    await chmod(dir, 0o1777);
    const log = new RecordedLog();
    await keepPrivate(dir, log);
    expect(await modeOf(dir)).toBe(0o1777);
    expect(log.lines).toEqual([]);
  });
});
