/** A data folder that is deleted, moved or replaced under the program that owns it. */

import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../../../support/folder.ts';
import { credential } from '../../../support/memory-credentials.ts';
import { RecordedLog } from '../../../support/recorded-log.ts';
import { ALWAYS, NOON, openTestHistory, sampleAt, stored } from '../folder.fixture.ts';

const KEY = credential({ hash: 'a'.repeat(64), key: 'key_1', data: { lookupLimit: 10 } });

async function scene() {
  const dir = join(testFolder(), 'data');
  const log = new RecordedLog();
  const { history } = await openTestHistory({ dir, log });
  const reason = () => history.status().detail?.split(';')[0];
  return { dir, log, history, reason };
}

it.each([
  ['is deleted', '', 'the data folder was deleted or moved away'],
  ['has lost its database', 'turnout.sqlite', 'the database file was deleted or moved away'],
])('a data folder under a running program that %s takes no key', async (_, gone, why) => {
  const { dir, log, history, reason } = await scene();
  await history.access.issue([KEY]);
  await rm(join(dir, gone), { recursive: true });
  expect(await history.flush()).toBe(false);
  expect(reason()).toBe(why);
  expect(log.of('storage_failing')).toHaveLength(1);
  const refused = { code: 'data_unusable', status: 503 };
  const other = { ...KEY, hash: 'b'.repeat(64) };
  await expect(history.access.issue([other])).rejects.toMatchObject(refused);
  const { hash } = KEY;
  await expect(history.access.use([{ hash, by: 1 }])).rejects.toMatchObject(refused);
});

it('a data folder under a running program that is moved away and back is used again, and nothing counted meanwhile is lost', async () => {
  const { dir, history, reason } = await scene();
  await rename(dir, `${dir}.away`);
  expect(await stored(history, [sampleAt(NOON)])).toBe(false);
  await rename(`${dir}.away`, dir);
  expect(await history.flush()).toBe(true);
  expect(reason()).toBeUndefined();
  expect(await history.samples('hall', ALWAYS)).toHaveLength(1);
});

it('a data folder under a running program that was replaced is not touched, nor its write-ahead log at the end', async () => {
  const { dir, history, reason } = await scene();
  await rename(dir, `${dir}.old`);
  await cp(`${dir}.old`, dir, { recursive: true });
  const wal = join(dir, 'turnout.sqlite-wal');
  await writeFile(wal, 'of another program');
  await history.flush();
  expect(reason()).toBe('another folder is in the place of the data folder');
  await history.close();
  expect(await readFile(wal, 'utf8')).toBe('of another program');
});
