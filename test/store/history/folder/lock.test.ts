import { readFile, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  classifyFileSystem,
  lockDataDir,
  readLock,
} from '../../../../store/history/folder/lock.ts';
import { anError } from '../../../support/an-error.ts';
import { startChild } from '../child.fixture.ts';
import { afterTest, createFolder, createHandClock, NOON } from '../folder.fixture.ts';

const clock = createHandClock();

async function lockForTest(dir: string) {
  const lock = await lockDataDir(dir, { clock });
  afterTest(() => lock.release());
  return lock;
}

describe('the lock of a data folder', () => {
  it('tells who owns it and where that one answers', async () => {
    const dir = join(await createFolder(), 'made', 'on the way');
    expect(await readLock(dir)).toBeNull();
    const lock = await lockForTest(dir);
    const started = new Date(NOON).toISOString();
    const own = { pid: process.pid, host: hostname(), started };
    expect(await readLock(dir)).toEqual({ ...own, url: null, token: null });
    const where = { url: 'http://127.0.0.1:8080', token: 'tl_0' };
    await lock.setServer(where.url, where.token);
    expect(await readLock(dir)).toEqual({ ...own, ...where });
    expect(JSON.parse(await readFile(join(dir, 'turnout.lock'), 'utf8'))).toEqual({
      ...own,
      ...where,
    });
  });

  it.skipIf(process.platform === 'win32')('tells it to the own user only', async () => {
    const dir = await createFolder();
    await writeFile(join(dir, 'turnout.lock.new'), 'left by a crash', { mode: 0o644 });
    await lockForTest(dir);
    expect((await stat(join(dir, 'turnout.lock'))).mode & 0o777).toBe(0o600);
  });

  it('is refused while another process holds it, with its pid and what to do', async () => {
    const dir = await createFolder();
    const child = startChild('lock', dir);
    expect(await child.line()).toBe('held');
    await expect(lockDataDir(dir, { clock })).rejects.toMatchObject({
      code: 'data_locked',
      message: expect.stringMatching(new RegExp(`process ${child.pid} on .*; stop that one first`)),
      parts: { data: { pid: child.pid, url: 'http://127.0.0.1:1234' } },
    });
    expect(await readLock(dir)).toMatchObject({ pid: child.pid, url: 'http://127.0.0.1:1234' });
    // It ends with its process, however that ends.
    await child.kill();
    expect(await readLock(dir)).toBeNull();
    const lock = await lockDataDir(dir, { clock });
    await lock.release();
    expect(await readLock(dir)).toBeNull();
    await lockForTest(dir);
  });

  it('is not taken for held because of what a crash left: not even with a pid that lives again', async () => {
    const dir = await createFolder();
    await writeFile(
      join(dir, 'turnout.lock'),
      JSON.stringify({ pid: process.ppid, host: hostname(), started: new Date(), url: null }),
    );
    await writeFile(join(dir, 'turnout.lock.sqlite'), '');
    expect(await readLock(dir)).toBeNull();
    await lockForTest(dir);
  });

  it.each(['not json', '{"pid":"x"}', '7'])(
    'holds although its description is unreadable: %j',
    async (text) => {
      const dir = await createFolder();
      await lockForTest(dir);
      await writeFile(join(dir, 'turnout.lock'), text);
      expect(await readLock(dir)).toBeNull();
      await expect(lockDataDir(dir, { clock })).rejects.toEqual(
        anError('data_locked', 'another process'),
      );
    },
  );
});

it.each([
  [0x6969, 'network', 'NFS'],
  [0xff534d42, 'network', 'CIFS'],
  [0xff534d42 | 0, 'network', 'CIFS'],
  [0xfe534d42, 'network', 'SMB2'],
  [0x65735546, 'unclear', 'FUSE'],
  [0x01021997, 'unclear', '9P'],
  [0xef53, 'local', null],
  [0x01021994, 'local', null],
  [0x9123683e, 'local', null],
])('file systems of the number %i are %s', (type, kind, name) => {
  expect(classifyFileSystem(type, 'linux')).toEqual({ kind, name });
});
