/** Limited keys on a full disk: the real program on a small disk in memory, which takes the right to mount. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { trySystem } from '../../bench/torture/parts/environment/command.ts';
import { startRealProgram } from '../support/real-program.ts';
import { until } from '../support/until.ts';

/** A folder with little space; null where this user must not mount. */
async function smallDisk(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'turnout-small-disk-'));
  const fault = await trySystem('mount', '-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder);
  onTestFinished(async () => {
    if (fault === null) await trySystem('umount', '-l', folder);
    await rm(folder, { recursive: true, force: true });
  });
  return fault === null ? folder : null;
}

async function fill(path: string): Promise<void> {
  const bytes = Buffer.alloc(4_096);
  try {
    for (;;) await writeFile(path, bytes, { flag: 'a' });
  } catch {
    // Full: that was wanted.
  }
}

it('a limited key gets 503 and why while the disk is full, and answers again afterwards', async ({
  skip,
}) => {
  const dataFolder = await smallDisk();
  if (dataFolder === null) return skip('this user must not mount a disk');
  const { port } = await startRealProgram({ backing: 'auto', dataFolder });
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
  expect(await full?.json()).toMatchObject({
    code: expect.any(String),
    detail: expect.any(String),
  });
  expect((await fetch(`${url}/get-key`, { method: 'POST' })).status).toBe(503);

  await rm(ballast);
  await until(async () => (await ask()).status === 200);
});
