/** Data folders with something in them, and backups of them. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../../runtime/log/log.ts';
import { createBackup } from '../../../store/backup/create.ts';
import { openHistory } from '../../../store/history/history.ts';
import {
  ALWAYS,
  createFolder,
  createHandClock,
  NOON,
  sampleAt,
} from '../history/folder.fixture.ts';

export const CONFIGURATION = 'gyms: [{ id: north, timezone: Europe/London, rooms: [] }]\n';

/** A folder with `samples` counts of the camera `hall`, one a second from {@link NOON}. */
export async function folderWith(samples: number): Promise<string> {
  const dir = await createFolder();
  const history = await openHistory({ dir, clock: createHandClock(), log: silentLog });
  const rows = Array.from({ length: samples }, (_, n) => sampleAt(NOON + n * 1_000, { count: n }));
  history.append('hall', rows);
  await history.close();
  return dir;
}

/** The counts of `hall` in a folder. */
export async function countsIn(dir: string): Promise<readonly (number | null)[]> {
  const history = await openHistory({ dir, clock: createHandClock(), log: silentLog });
  const samples = await history.samples('hall', ALWAYS).finally(() => history.close());
  return samples.map(({ count }) => count);
}

/** A backup of `dir` with a configuration, in a folder of its own. */
export async function backupOf(dir: string): Promise<string> {
  const folder = await createFolder();
  const configFile = join(folder, 'the-gym.yaml');
  await writeFile(configFile, CONFIGURATION);
  const to = join(folder, 'backup.tar.gz');
  await createBackup({ dir, configFile, models: ['yolox-nano'], to, clock: createHandClock() });
  return to;
}
