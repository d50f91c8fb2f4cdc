import { cpSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { restoreBackup } from '../../../../store/backup/restore.ts';
import { lockDataDir } from '../../../../store/history/folder/lock.ts';
import { keepPrivate } from '../../../../store/history/folder/replace.ts';
import { SCHEMA_VERSION } from '../../../../store/history/schema/schema.ts';
import { anError } from '../../../support/an-error.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { testFolder } from '../../../support/folder.ts';
import { RecordedLog } from '../../../support/recorded-log.ts';
import { ALWAYS, NOON, openTestHistory } from '../folder.fixture.ts';
import { folderOf8, openFile } from '../open-file.fixture.ts';

/** The way back from an upgrade, over databases that earlier versions have written. */

const clock = new FakeClock(NOON);
async function classesIn(dir: string, log = new RecordedLog()) {
  const { history } = await openTestHistory({ dir, log });
  return history.classes.records('north', ALWAYS).finally(() => history.close());
}

const CLASSES = [
  { name: 'Yoga', trainer: { name: 'Anna Petrova' }, booked: 12, correction: null },
  { name: 'Spin', trainer: { name: 'Ben Okoro' }, booked: 15, correction: null },
  { name: 'Zumba', trainer: null, booked: 7, correction: null },
];

it('an upgrade keeps all classes, and a copy from before', async () => {
  const dir = await folderOf8();
  const log = new RecordedLog();
  expect(await classesIn(dir, log)).toMatchObject(CLASSES);
  const copy = 'turnout.schema-8.sqlite';
  expect(log.lines.map(({ event }) => event)).toContain('snapshot_written');
  expect(await readdir(dir)).toContain(copy);
  // The copy is whole: put in place, it is upgraded as the first was.
  const later = new RecordedLog();
  await classesIn(dir, later);
  expect(later.of('snapshot_written')).toEqual([]);
  await rm(join(dir, 'turnout.sqlite'));
  await rename(join(dir, copy), join(dir, 'turnout.sqlite'));
  expect(await classesIn(dir)).toMatchObject(CLASSES);
});

it('an upgrade that an older version meets names the copy that it can read', async () => {
  const dir = await folderOf8();
  await classesIn(dir);
  const database = await openFile(dir);
  const later = SCHEMA_VERSION + 1;
  await database.exec(`PRAGMA user_version = ${later}`);
  await database.close();
  const newer = anError('data_newer', 'turnout restore turnout.schema-8.sqlite');
  await expect(classesIn(dir)).rejects.toEqual(newer);
});

it('the way back after a kill loses nothing: what is newer comes back from where it was moved', async () => {
  const dir = await folderOf8();
  const { history } = await openTestHistory({ dir });
  const [yoga] = await history.classes.records('north', ALWAYS);
  await history.classes.correct(yoga?.id ?? '', { attended: 9, note: null, by: 'Ann' });
  // As a kill leaves it: the correction is in the write-ahead log.
  const killed = testFolder();
  cpSync(dir, killed, { recursive: true });
  await history.close();
  expect((await stat(join(killed, 'turnout.sqlite-wal'))).size).toBeGreaterThan(0);

  const file = join(killed, 'turnout.schema-8.sqlite');
  const back = await restoreBackup({ dir: killed, file, configFile: null, clock });
  expect(back).toMatchObject({ manifest: { schemaVersion: 8, version: null } });
  const now = await openFile(killed);
  const version = await now.get('PRAGMA user_version');
  await now.close();
  expect(version).toEqual({ user_version: 8 });
  expect(await classesIn(killed)).toMatchObject(CLASSES);

  const newer = join(back.aside ?? '', 'turnout.sqlite');
  await restoreBackup({ dir: killed, file: newer, configFile: null, clock });
  const corrected = { ...CLASSES[0], correction: { attended: 9 } };
  expect(await classesIn(killed)).toMatchObject([corrected, ...CLASSES.slice(1)]);
});

/** Who may read a data folder. */

const modeOf = async (path: string) => (await stat(path)).mode & 0o7777;

describe.skipIf(process.platform === 'win32')('a data folder', () => {
  it('is for this user alone, with every file in it', async () => {
    const dir = join(testFolder(), 'new');
    const lock = await lockDataDir(dir, { clock });
    onTestFinished(() => lock.release());
    await openTestHistory({ dir });
    expect(await modeOf(dir)).toBe(0o700);
    const names = await readdir(dir);
    expect(names).toEqual(expect.arrayContaining(['turnout.sqlite', 'turnout.sqlite-wal']));
    for (const name of names) expect([name, await modeOf(join(dir, name))]).toEqual([name, 0o600]);
  });

  it('that was open to others is closed to them, and the log says so once', async () => {
    const dir = testFolder();
    await writeFile(join(dir, 'turnout.yaml'), '');
    await writeFile(join(dir, 'notes.txt'), '');
    for (const name of ['turnout.yaml', 'notes.txt']) await chmod(join(dir, name), 0o644);
    await chmod(dir, 0o755);
    const log = new RecordedLog();
    await keepPrivate(dir, log);
    await keepPrivate(dir, log);
    const fields = { files: ['the folder itself', 'turnout.yaml'] };
    expect(log.of('data_folder_was_open')).toMatchObject([{ fields }]);
    expect(await modeOf(dir)).toBe(0o700);
    expect(await modeOf(join(dir, 'turnout.yaml'))).toBe(0o600);
    expect(await modeOf(join(dir, 'notes.txt'))).toBe(0o644);
  });

  it('that others share stays open to them', async () => {
    const dir = join(testFolder(), 'tmp');
    await mkdir(dir);
    await chmod(dir, 0o1777);
    const log = new RecordedLog();
    await keepPrivate(dir, log);
    expect(await modeOf(dir)).toBe(0o1777);
    expect(log.lines).toEqual([]);
  });
});
