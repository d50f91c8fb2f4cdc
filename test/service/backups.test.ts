/** Backups that the server makes by itself. */

import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createBackups } from '../../service/backups.ts';
import { backupName } from '../../store/backup/create.ts';
import { folderWith } from '../store/backup/backup.fixture.ts';
import { NOON } from '../store/history/folder.fixture.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { testFolder } from '../support/folder.ts';
import { RecordedLog } from '../support/recorded-log.ts';
import { HOUR_MS } from '../support/times.ts';

async function begin() {
  const dir = await folderWith(3);
  const to = testFolder();
  const clock = new FakeClock(NOON);
  const log = new RecordedLog();
  const backups = createBackups({ dir, modelsDir: join(dir, 'models'), clock, log });
  const backup = { to, everyMs: 24 * HOUR_MS, keep: 2 };
  const look = () => backups.look({ backup, path: null });
  return { to, clock, log, look, backups, status: () => backups.status(backup) };
}

it('backups are made when due, and as many stay as wanted, with what is no backup', async () => {
  const { to, clock, look, status } = await begin();
  await writeFile(join(to, 'holiday.tar.gz'), '');
  for (let hour = 0; hour <= 72; hour += 12) {
    await look();
    clock.skip(12 * HOUR_MS);
  }
  const names = [48, 72].map((hour) => backupName(NOON + hour * HOUR_MS));
  expect(await readdir(to)).toEqual(['holiday.tar.gz', ...names]);
  const newestUtcMs = NOON + 72 * HOUR_MS;
  expect(status()).toEqual({ newestUtcMs, isOverdue: false, failures: 0, fault: null });
  clock.skip(40 * HOUR_MS);
  expect(status()?.isOverdue).toBe(true);
});

it('backups that fail are counted, logged and tried again after a quarter of an hour', async () => {
  const { to, clock, log, look, status } = await begin();
  await rm(to, { recursive: true });
  await look();
  clock.skip(60_000);
  await look();
  const fault = expect.stringContaining('no such file or directory');
  expect(status()).toEqual({ newestUtcMs: null, isOverdue: true, failures: 1, fault });
  const failed = () => log.lines.filter(({ event }) => event === 'backup_failed').length;
  expect(failed()).toBe(1);
  await mkdir(to);
  clock.skip(15 * 60_000);
  await look();
  expect([failed(), await readdir(to)]).toEqual([1, [backupName(NOON + 16 * 60_000)]]);
  expect(status()).toMatchObject({ isOverdue: false, fault: null });
});

it('backups are not held up by one from the future, which a wrong clock made', async () => {
  const { to, clock, look } = await begin();
  clock.stepWallClock(9_000 * 24 * HOUR_MS);
  await look();
  clock.stepWallClock(-9_000 * 24 * HOUR_MS);
  await look();
  expect(await readdir(to)).toContain(backupName(NOON));
});
