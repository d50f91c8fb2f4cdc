import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  classifyFileSystem,
  lockDataDir,
  readLock,
} from '../../../../store/history/folder/lock.ts';
import { anError } from '../../../support/an-error.ts';
import { compiledFile } from '../../../support/compiled.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { testFolder } from '../../../support/folder.ts';
import { NOON } from '../folder.fixture.ts';

const clock = new FakeClock(NOON);

async function lockForTest(dir: string) {
  const lock = await lockDataDir(dir, { clock });
  onTestFinished(() => lock.release());
  return lock;
}

it('the lock of a data folder tells who owns it and where that one answers', async () => {
  const dir = join(testFolder(), 'made', 'on the way');
  expect(await readLock(dir)).toBeNull();
  const lock = await lockForTest(dir);
  const started = new Date(NOON).toISOString();
  const own = { pid: process.pid, host: hostname(), started };
  expect(await readLock(dir)).toEqual({ ...own, url: null, token: null });
  const where = { url: 'http://127.0.0.1:8080', token: 'tl_0' };
  await lock.setServer(where.url, where.token);
  expect(await readLock(dir)).toEqual({ ...own, ...where });
  const text = await readFile(join(dir, 'turnout.lock'), 'utf8');
  expect(JSON.parse(text)).toEqual({ ...own, ...where });
});

it.skipIf(process.platform === 'win32')('the lock of a folder tells its user only', async () => {
  const dir = testFolder();
  await writeFile(join(dir, 'turnout.lock.new'), 'left by a crash', { mode: 0o644 });
  await lockForTest(dir);
  expect((await stat(join(dir, 'turnout.lock'))).mode & 0o777).toBe(0o600);
});

it('the lock of a data folder is refused while another process holds it, with its pid and what to do', async () => {
  const dir = testFolder();
  const path = compiledFile(new URL('./lock-holder.fixture.ts', import.meta.url));
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, [path, dir], { stdio: [...stdio] });
  onTestFinished(async () => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  await expect(lockDataDir(dir, { clock })).rejects.toMatchObject({
    code: 'data_locked',
    message: expect.stringMatching(new RegExp(`process ${child.pid} on .*; stop that one first`)),
    parts: { data: { pid: child.pid, url: 'http://127.0.0.1:1234' } },
  });
  expect(await readLock(dir)).toMatchObject({ pid: child.pid, url: 'http://127.0.0.1:1234' });
  // It ends with its process, however that ends.
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await readLock(dir)).toBeNull();
  const lock = await lockDataDir(dir, { clock });
  await lock.release();
  expect(await readLock(dir)).toBeNull();
  await lockForTest(dir);
});

it.each(['not json', '{"pid":"x"}', '7'])('a lock holds, whatever it says: %j', async (text) => {
  const dir = testFolder();
  await lockForTest(dir);
  await writeFile(join(dir, 'turnout.lock'), text);
  expect(await readLock(dir)).toBeNull();
  const locked = anError('data_locked', 'another process');
  await expect(lockDataDir(dir, { clock })).rejects.toEqual(locked);
});

it.each([
  [0x6969, 'network', 'NFS'],
  [0xff534d42 | 0, 'network', 'CIFS'],
  [0xfe534d42, 'network', 'SMB2'],
  [0x65735546, 'unclear', 'FUSE'],
  [0x01021997, 'unclear', '9P'],
  [0xef53, 'local', null],
])('file systems of the number %i are %s', (type, kind, name) => {
  expect(classifyFileSystem(type, 'linux')).toEqual({ kind, name });
});
