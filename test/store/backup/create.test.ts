import { cpSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { backupName, backupsIn, createBackup } from '../../../store/backup/create.ts';
import { restoreBackup } from '../../../store/backup/restore.ts';
import { SCHEMA_VERSION } from '../../../store/history/schema/schema.ts';
import { anError } from '../../support/an-error.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { testFolder } from '../../support/folder.ts';
import { NOON } from '../history/folder.fixture.ts';
import { countsIn, folderWith } from './backup.fixture.ts';

const clock = new FakeClock(NOON);
const options = { configFile: null, models: [], clock };

it('a backup is for its user alone, and says what it is of', async () => {
  const to = join(testFolder(), 'one.tar.gz');
  const { bytes, manifest } = await createBackup({ ...options, dir: await folderWith(3), to });
  const { mode, size } = await stat(to);
  expect([mode & 0o777, size]).toEqual([0o600, bytes]);
  expect(manifest).toMatchObject({ schemaVersion: SCHEMA_VERSION, createdUtcMs: NOON });
});

it('a backup makes no folder: a disk that is not mounted is a fault', async () => {
  const dir = await folderWith(3);
  const folder = testFolder();
  const to = join(folder, 'unmounted', 'one.tar.gz');
  const words = 'backup one.tar.gz: expected a file that can be written';
  const made = createBackup({ ...options, dir, to });
  await expect(made).rejects.toEqual(anError('backup_failed', words));
  expect(await readdir(folder)).toEqual([]);
});

/** What a backup has, once it is in a fresh folder. */
async function restored(file: string): Promise<readonly (number | null)[]> {
  const dir = testFolder();
  await restoreBackup({ dir, file, configFile: null, clock });
  return countsIn(dir);
}

it('a backup that is killed at any moment is whole or not there, and the next one finds nothing in its way', async () => {
  const [dir, folder, copies] = [await folderWith(5), testFolder(), testFolder()];
  const steps: string[] = [];
  // As a kill there leaves both.
  const onStep = (step: string) => {
    steps.push(step);
    for (const [name, from] of Object.entries({ dir, folder }))
      cpSync(from, join(copies, step, name), { recursive: true });
  };
  await createBackup({ ...options, dir, to: join(folder, backupName(NOON)), onStep });
  const named = ['named', 'removed'];
  expect(steps).toEqual(['begun', 'copied', 'described', 'packed', 'synced', ...named]);
  const counts = [0, 1, 2, 3, 4];
  for (const step of steps) {
    const [left, backups] = [join(copies, step, 'dir'), join(copies, step, 'folder')];
    const found = await backupsIn(backups);
    expect(found, step).toHaveLength(named.includes(step) ? 1 : 0);
    for (const { path } of found) expect(await restored(path)).toEqual(counts);
    expect(await countsIn(left)).toEqual(counts);

    const next = backupName(NOON + 60_000);
    await createBackup({ ...options, dir: left, to: join(backups, next) });
    expect(await restored(join(backups, next))).toEqual(counts);
    expect(await readdir(backups)).toEqual([...found.map(({ path }) => basename(path)), next]);
    expect((await readdir(left)).filter((name) => name.startsWith('turnout.backup-'))).toEqual([]);
  }
});
