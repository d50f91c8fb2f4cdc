/** A backup whose process is killed: what has the name of a backup is whole, and the next one finds nothing in its way. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { backupName, backupsIn, createBackup } from '../../../store/backup/create.ts';
import { restoreBackup } from '../../../store/backup/restore.ts';
import { startChild } from '../history/child.fixture.ts';
import { createFolder, createHandClock, NOON } from '../history/folder.fixture.ts';
import { countsIn, folderWith } from './backup.fixture.ts';

const clock = createHandClock();
const COUNTS = [0, 1, 2, 3, 4];
const STEPS = ['begun', 'copied', 'described', 'packed', 'synced', 'named', 'removed'];
/** From these on the archive has its name. */
const NAMED = STEPS.slice(-2);

const options = { configFile: null, models: [], clock };
const staged = (names: readonly string[]) => names.filter((n) => n.startsWith('turnout.backup-'));

/** What a backup has, once it is in a fresh folder. */
async function restored(file: string): Promise<readonly (number | null)[]> {
  const dir = await createFolder();
  await restoreBackup({ dir, file, configFile: null, clock });
  return countsIn(dir);
}

describe('a backup', () => {
  it('passes each of these', async () => {
    const passed: string[] = [];
    const onStep = (step: string) => void passed.push(step);
    const to = join(await createFolder(), backupName(NOON));
    await createBackup({ ...options, dir: await folderWith(1), to, onStep });
    expect(passed).toEqual(STEPS);
  });

  test.each(STEPS)('that is killed once it is %s', async (step) => {
    const dir = await folderWith(COUNTS.length);
    const folder = await createFolder();
    const to = join(folder, backupName(NOON));
    expect(await startChild('backup', dir, to, step).ended).toBe('SIGKILL');

    const found = await backupsIn(folder);
    expect(found.map(({ path }) => path)).toEqual(NAMED.includes(step) ? [to] : []);
    for (const { path } of found) expect(await restored(path)).toEqual(COUNTS);
    expect(await countsIn(dir)).toEqual(COUNTS);

    const next = join(folder, backupName(NOON + 60_000));
    await createBackup({ ...options, dir, to: next });
    expect(await restored(next)).toEqual(COUNTS);
    expect(await readdir(folder)).toEqual([...found, { path: next }].map(nameOf));
    expect(staged(await readdir(dir))).toEqual([]);
  });
});

function nameOf({ path }: { readonly path: string }): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
