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
import { backupOf, countsIn, folderWith } from './backup.fixture.ts';

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

  it('that is killed beside a process that counts leaves the counting as it is', async () => {
    const dir = await createFolder();
    const recorder = startChild('record', dir);
    await counted(recorder, 100);
    const to = join(await createFolder(), backupName(NOON));
    for (const step of ['copied', 'packed'] as const) {
      expect(await startChild('backup', dir, to, step).ended).toBe('SIGKILL');
    }
    await counted(recorder, 300);
    await recorder.kill();
    const counts = await countsIn(dir);
    expect(counts.length).toBeGreaterThan(200);
    expect(counts).toEqual(counts.map((_, n) => n % 30));
  });

  it('goes into the place of data that was written until a moment before, and is counted on to', async () => {
    const dir = await createFolder();
    const before = startChild('record', dir);
    await counted(before, 200);
    await before.kill();
    await restoreBackup({
      dir,
      file: await backupOf(await folderWith(COUNTS.length)),
      configFile: null,
      clock,
    });
    const after = startChild('record', dir);
    await counted(after, 100);
    await after.kill();
    expect((await countsIn(dir)).slice(0, COUNTS.length + 50)).toEqual([
      ...COUNTS,
      ...Array.from({ length: 50 }, (_, n) => n % 30),
    ]);
  });
});

function nameOf({ path }: { readonly path: string }): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
