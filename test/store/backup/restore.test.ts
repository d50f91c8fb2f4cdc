/** A backup in the place of the data: all of it or nothing, whenever the process is killed. */

import { cpSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { restoreBackup } from '../../../store/backup/restore.ts';
import { openHistory, openHistoryForReading } from '../../../store/history/history.ts';
import { anError } from '../../support/an-error.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { testFolder } from '../../support/folder.ts';
import { RecordedLog } from '../../support/recorded-log.ts';
import { NOON } from '../history/folder.fixture.ts';
import { backupOf, countsIn, folderWith } from './backup.fixture.ts';

const OLD = [0, 1];
const NEW = [0, 1, 2, 3, 4];
const clock = new FakeClock(NOON);

it('a restore puts the data in place, what was there aside, and leaves a configuration as it is', async () => {
  const dir = await folderWith(OLD.length);
  const file = await backupOf(await folderWith(NEW.length));
  const configFile = join(testFolder(), 'turnout.yaml');
  await writeFile(configFile, '# mine\n');
  const done = await restoreBackup({ dir, file, configFile, clock });
  expect(await readFile(configFile, 'utf8')).toBe('# mine\n');
  const manifest = { createdUtcMs: NOON, models: ['yolox-nano'] };
  expect(done).toMatchObject({ manifest, isConfigWritten: false });
  expect(await countsIn(dir)).toEqual(NEW);
  expect(await countsIn(done.aside ?? '')).toEqual(OLD);
  expect(await readdir(dir)).not.toContain('turnout.restore');
  // Within the same second.
  clock.skip(1);
  const again = await restoreBackup({ dir, file, configFile, clock });
  expect(await countsIn(again.aside ?? '')).toEqual(NEW);
  expect(await countsIn(done.aside ?? '')).toEqual(OLD);
});

it('a restore with a configuration that cannot be written does nothing, and says so in a sentence', async () => {
  const dir = await folderWith(OLD.length);
  const before = await readdir(dir);
  const file = await backupOf(await folderWith(NEW.length));
  const configFile = join(testFolder(), 'none', 'turnout.yaml');
  const restoring = restoreBackup({ dir, file, configFile, clock });
  await expect(restoring).rejects.toMatchObject({ code: 'data_unusable' });
  expect(await readdir(dir)).toEqual(before);
  expect(await countsIn(dir)).toEqual(OLD);
});

test.each([
  { step: 'unpacked', counts: OLD, isFinishedLater: false },
  { step: 'decided', counts: NEW, isFinishedLater: true },
  { step: 'aside', counts: NEW, isFinishedLater: true },
  { step: 'placed', counts: NEW, isFinishedLater: true },
  { step: 'removed', counts: NEW, isFinishedLater: false },
])('a restore killed once it is $step loses nothing', async ({ step, counts, isFinishedLater }) => {
  const dir = await folderWith(OLD.length);
  const file = await backupOf(await folderWith(NEW.length));
  // As a kill there leaves it.
  const killed = testFolder();
  const onStep = (reached: string) => {
    if (reached === step) cpSync(dir, killed, { recursive: true });
  };
  await restoreBackup({ dir, file, configFile: null, clock, onStep });

  if (isFinishedLater) {
    const unfinished = anError('data_unusable', 'a restore that was interrupted');
    await expect(openHistoryForReading(killed)).rejects.toEqual(unfinished);
  }
  const log = new RecordedLog();
  const history = await openHistory({ dir: killed, clock, log });
  await history.close();
  expect(log.of('restore_finished')).toHaveLength(isFinishedLater ? 1 : 0);
  expect(await countsIn(killed)).toEqual(counts);
  const aside = (await readdir(killed)).filter((name) => name.startsWith('before-restore-'));
  expect(aside).toHaveLength(counts === NEW ? 1 : 0);
  for (const name of aside) expect(await countsIn(join(killed, name))).toEqual(OLD);
});
