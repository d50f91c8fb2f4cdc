/** Data folders with something in them, and backups of them. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBackup } from '../../../store/backup/create.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { testFolder } from '../../support/folder.ts';
import { ALWAYS, NOON, openTestHistory, samplesFrom, stored } from '../history/folder.fixture.ts';

export const CONFIGURATION = 'gyms: [{ id: north, timezone: Europe/London, rooms: [] }]\n';

/** A folder with `samples` counts of the camera `hall`, one a second from {@link NOON}. */
export async function folderWith(samples: number): Promise<string> {
  const { history, dir } = await openTestHistory();
  const counts = samplesFrom(NOON, 1_000, samples, (count) => ({ count }));
  await stored(history, counts);
  await history.close();
  return dir;
}

/** The counts of `hall` in a folder. */
export async function countsIn(dir: string): Promise<readonly (number | null)[]> {
  const { history } = await openTestHistory({ dir });
  const samples = await history.samples('hall', ALWAYS).finally(() => history.close());
  return samples.map(({ count }) => count);
}

/** A backup of `dir` with a configuration, in a folder of its own. */
export async function backupOf(dir: string): Promise<string> {
  const folder = testFolder();
  const configFile = join(folder, 'the-gym.yaml');
  await writeFile(configFile, CONFIGURATION);
  const to = join(folder, 'backup.tar.gz');
  await createBackup({ dir, configFile, models: ['yolox-nano'], to, clock: new FakeClock(NOON) });
  return to;
}
