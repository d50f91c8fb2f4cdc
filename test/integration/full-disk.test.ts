/** The real program on a full disk: a small disk in memory, which takes the right to mount. */

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished, type TestContext, vi } from 'vitest';
import { run } from '../../cli/program.ts';
import { messageOf } from '../../errors.ts';
import { FILE, operatorWorld } from '../api/routes/owner/owner.fixture.ts';
import { world } from '../cli/world.ts';
import { backupOf, countsIn, folderWith } from '../store/backup/backup.fixture.ts';
import { compiledTree } from '../support/compiled.ts';
import { startRealProgram } from '../support/real-program.ts';
import { until } from '../support/until.ts';

/** @returns null where it went well, else why not. */
const trySystem = (command: string, ...args: string[]) =>
  promisify(execFile)(command, args).then(() => null, messageOf);

/** A folder with little space. The test is skipped where this user must not mount. */
async function smallDisk({ skip }: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'turnout-small-disk-'));
  const fault = await trySystem('mount', '-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder);
  onTestFinished(async () => {
    if (fault === null) await trySystem('umount', '-l', folder);
    await rm(folder, { recursive: true, force: true });
  });
  return fault === null ? folder : skip('this user must not mount a disk');
}

async function fill(path: string): Promise<void> {
  const bytes = Buffer.alloc(4_096);
  try {
    for (;;) await writeFile(path, bytes, { flag: 'a' });
  } catch {
    // Full: that was wanted.
  }
}

it('an answer that a full disk does not take is a fault of one sentence', async () => {
  const launcher = join(compiledTree(), 'bin/turnout.cjs');
  const words = ['-c', '"$0" "$1" --help > /dev/full', process.execPath, launcher];
  const { code, stderr } = await promisify(execFile)('sh', words).catch((error) => error);
  expect([code, stderr]).toEqual([1, 'turnout: the answer cannot be written: the disk is full\n']);
});

it('a log that nobody reads holds up nobody', async () => {
  const before = 'mkfifo log; exec 2<>log; head -c 65536 /dev/zero >&2';
  const { port } = await startRealProgram({ before });
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
});

it('a limited key gets 503 and why while the disk is full, and answers again afterwards', async (test) => {
  const dataFolder = await smallDisk(test);
  const { port } = await startRealProgram({ dataFolder });
  const url = `http://127.0.0.1:${port}`;
  const issued = await fetch(`${url}/get-key`, { method: 'POST' });
  const { key } = (await issued.json()) as { key: string };
  const ask = () => fetch(`${url}/v1/summary`, { headers: { Authorization: `Bearer ${key}` } });
  expect((await ask()).status).toBe(200);

  const ballast = join(dataFolder, 'ballast');
  const refused: Response[] = [];
  await until(async () => {
    // What the program has freed meanwhile is no way out.
    await fill(ballast);
    const answer = await ask();
    if (answer.status !== 200) refused.push(answer);
    return refused.length > 0;
  });
  const [full] = refused;
  expect(full?.status).toBe(503);
  const told = { code: expect.any(String), detail: expect.any(String) };
  expect(await full?.json()).toMatchObject(told);
  expect((await fetch(`${url}/get-key`, { method: 'POST' })).status).toBe(503);

  await rm(ballast);
  await until(async () => (await ask()).status === 200);
});

it('a camera, its new password and a feed get 503 and why, and nothing of them stays', async (test) => {
  const disk = await smallDisk(test);
  const { owner, text, secrets } = await operatorWorld(FILE, (data) => symlink(disk, data));
  const address = { url: 'rtsp://127.0.0.1:9/x', user: 'viewer', password: 'first' };
  const door = { id: 'door', room: 'empty', address };
  expect((await owner('POST', '/cameras', door, '*')).status).toBe(201);
  const before = [await text(), await secrets()];
  expect(before[1]).toBe("DOOR_PASSWORD='first'\n");

  const ballast = join(disk, 'ballast');
  const changes: readonly [string, string, object][] = [
    ['POST', '/cameras', { ...door, id: 'lift' }],
    ['PATCH', '/cameras/door', { address: { ...address, password: 'second' } }],
    ['POST', '/sources', { id: 'feed', address: { url: 'https://127.0.0.1:9/secret.ics' } }],
  ];
  for (const [method, path, body] of changes) {
    await fill(ballast);
    const refused = await owner(method, path, body, '*');
    expect([refused.status, refused.body.code]).toEqual([503, 'data_unusable']);
    expect(refused.body.detail).toMatch(/^secrets\.env: expected space .* free some space/);
    expect([await text(), await secrets()]).toEqual(before);
  }
  expect((await readdir(disk)).filter((name) => name.endsWith('.tmp'))).toEqual([]);

  await rm(ballast);
  expect((await owner('POST', '/cameras', { ...door, id: 'lift' }, '*')).status).toBe(201);
});

it('a restore says that there is no space, and changes nothing', async (test) => {
  const disk = await smallDisk(test);
  const [data, temporary] = [join(disk, 'data'), join(disk, 'tmp')];
  await cp(await folderWith(2), data, { recursive: true });
  await mkdir(temporary);
  const file = await backupOf(await folderWith(5));
  vi.stubEnv('TURNOUT_CONFIG', join(disk, 'turnout.yaml'));
  vi.stubEnv('TMPDIR', temporary);
  onTestFinished(() => {
    process.exitCode = undefined;
    // The next file makes its folder before its first test.
    vi.unstubAllEnvs();
  });
  const type = async (...args: string[]) => {
    const { context, err } = world(args, data);
    return [await run(args, context), err()];
  };
  const noSpace = expect.stringMatching(
    /^turnout: disk of \S+: expected \d+ MB of space for what is restored, got less; nothing was changed; free/,
  );

  const ballast = join(disk, 'ballast');
  await fill(ballast);
  expect(await type('restore', file)).toEqual([1, noSpace]);
  expect(await type('restore', file, '--check')).toEqual([1, noSpace]);
  expect(await type('restore', join(data, 'turnout.sqlite'))).toEqual([1, noSpace]);
  // The reserve may be used up: it is there for such a start.
  const files = (await readdir(data)).filter((name) => name !== 'turnout.reserve');
  expect(files).toEqual(['turnout.lock.sqlite', 'turnout.sqlite']);
  expect(await readdir(temporary)).toEqual([]);

  await rm(ballast);
  expect(await countsIn(data)).toEqual([0, 1]);
  expect(await type('restore', file)).toEqual([0, '']);
  expect(await countsIn(data)).toEqual([0, 1, 2, 3, 4]);
});
