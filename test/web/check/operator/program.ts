/** The built program in an empty folder, started again on the same port as often as a check wants. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../../../bin/turnout.cjs', import.meta.url));

export interface OwnProgram {
  readonly url: string;
  readonly folder: string;
  /** Lines of its log so far, of all its starts. */
  readonly log: readonly string[];
  restart(): Promise<void>;
  /** Ends it and removes the folder. */
  end(): Promise<void>;
}

/** @param prepare fills the folder before the first start. */
export async function startProgram(
  prepare: (folder: string) => Promise<void> = async () => undefined,
): Promise<OwnProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'turnout-first-'));
  await prepare(folder);
  const port = await freePort();
  const log: string[] = [];
  const start = async () => {
    const env = { ...process.env, HOST: '127.0.0.1', PORT: String(port) };
    const child = spawn(process.execPath, [COMMAND, 'serve'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    createInterface({ input: child.stderr }).on('line', (line) => log.push(line));
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith('{"event":"listening"')) return child;
    }
    throw new Error(`it ended before it listened:\n${log.join('\n')}`);
  };
  let running: ChildProcess = await start();
  const stop = async () => {
    const ended = once(running, 'exit');
    running.kill('SIGTERM');
    await ended;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    folder,
    log,
    restart: async () => {
      await stop();
      running = await start();
    },
    end: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Of a server that is gone by now: nobody else takes it so soon. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
