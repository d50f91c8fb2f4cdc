/** A backup whose process is killed: what has the name of a backup is whole, and the next one finds nothing in its way. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import {
  BACKUP_STEPS,
  type BackupStep,
  backupName,
  backupsIn,
  createBackup,
} from '../../../store/backup/create.ts';
import { restoreBackup } from '../../../store/backup/restore.ts';
import { type Child, startChild } from '../history/child.fixture.ts';
import { createFolder, createHandClock, NOON } from '../history/folder.fixture.ts';
import { countsIn, folderWith } from './backup.fixture.ts';

const clock = createHandClock();
const COUNTS = [0, 1, 2, 3, 4];
/** From these on the archive has its name. */
const NAMED: readonly BackupStep[] = ['named', 'removed'];

const options = { configFile: null, models: [], clock };
const staged = (names: readonly string[]) => names.filter((n) => n.startsWith('turnout.backup-'));

/** What a backup has, once it is in a fresh folder. */
async function restored(file: string): Promise<readonly (number | null)[]> {
  const dir = await createFolder();
  await restoreBackup({ dir, file, configFile: null, clock });
  return countsIn(dir);
}

/** Goes on until the child has counted so often. */
async function counted(child: Child, times: number): Promise<void> {
  let told = -1;
  while (told < times) told = Number((await child.line()).split(' ')[0]);
}

describe('a backup', () => {
  test.each(BACKUP_STEPS)('that is killed once it is %s', async (step) => {
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

  it('beside a process that counts, killed and not, has all counts up to an instant', async () => {
    const dir = await createFolder();
    const recorder = startChild('record', dir);
    await counted(recorder, 200);
    const to = join(await createFolder(), backupName(NOON));
    expect(await startChild('backup', dir, to, 'copied').ended).toBe('SIGKILL');
    await createBackup({ ...options, dir, to });
    await counted(recorder, 400);
    await recorder.kill();
    const [inBackup, inFolder] = [await restored(to), await countsIn(dir)];
    expect(inBackup.length).toBeGreaterThan(50);
    expect(inFolder.length).toBeGreaterThan(inBackup.length);
    for (const counts of [inBackup, inFolder]) {
      expect(counts).toEqual(counts.map((_, n) => n % 30));
    }
  });
});

function nameOf({ path }: { readonly path: string }): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
