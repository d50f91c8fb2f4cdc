/** Sockets that killed processes left behind. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { clearLeftovers } from '../../../service/control/leftovers.ts';

const LONG_AGO = new Date(Date.now() - 3_600_000);

async function socketOfDead(path: string): Promise<void> {
  const program = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  await once(spawn(process.execPath, ['-e', program]), 'close');
  await utimes(path, LONG_AGO, LONG_AGO);
}

describe.skipIf(process.platform === 'win32')('folders of control sockets', () => {
  it('go when their process is dead, and only then', async () => {
    const place = await mkdtemp(join(tmpdir(), 'turnout-left-'));
    onTestFinished(() => rm(place, { recursive: true, force: true }));
    const folder = async (name: string) => {
      await mkdir(join(place, name), { mode: 0o700 });
      return join(place, name, 'control');
    };
    await socketOfDead(await folder('turnout-aaaaaa'));
    const living = await folder('turnout-bbbbbb');
    const server = createServer().listen(living);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    await utimes(living, LONG_AGO, LONG_AGO);
    const full = await folder('turnout-cccccc');
    await socketOfDead(full);
    await writeFile(join(place, 'turnout-cccccc', 'notes'), '');
    await folder('turnout-dddddd');
    await writeFile(await folder('turnout-eeeeee'), 'no socket');
    await socketOfDead(await folder('another-aaaaaa'));
    expect(await clearLeftovers(place)).toBe(1);
    expect(await readdir(place)).not.toContain('turnout-aaaaaa');
    expect(await readdir(place)).toHaveLength(5);
  });
});
