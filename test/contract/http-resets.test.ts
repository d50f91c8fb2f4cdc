/** No client ends the program by going away while it is answered: the real program, a process of its own. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compiledTree } from '../../bench/support/compiled.ts';

/** Of each kind. The program died after 30 to 1,700 of them while no one listened for aborts. */
const RESETS = 3_000;
/** The longest wait before a reset, in turns of the loop of events; the answer is on its way within a few. */
const MAX_TURNS = 12;

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

let folder: string;
let program: ChildProcess;
let url: URL;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnout-resets-'));
  const { TURNOUT_CONFIG: _, ...inherited } = process.env;
  program = spawn(process.execPath, [resolve(compiledTree(), 'bin/turnout.cjs'), 'serve'], {
    cwd: folder,
    env: { ...inherited, HOST: '127.0.0.1', PORT: '0', TURNOUT_DATA: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (program.stdout === null) throw new Error('the program has no output');
  for await (const line of createInterface({ input: program.stdout })) {
    if (!line.startsWith('{"event":"listening"')) continue;
    url = new URL((JSON.parse(line) as { url: string }).url);
    break;
  }
});
afterAll(async () => {
  if (program.exitCode === null && program.signalCode === null) {
    const exited = once(program, 'exit');
    program.kill('SIGKILL');
    await exited;
  }
  await rm(folder, { recursive: true, force: true });
});

/** Sends `text` and resets the connection after so many turns. Resolves when the connection is gone. */
function askAndReset(text: string, turns: number): Promise<void> {
  return new Promise((done) => {
    const socket = connect({ port: Number(url.port), host: url.hostname });
    socket.on('error', () => undefined).on('close', () => done());
    const waitOrReset = (left: number): void => {
      if (left === 0) socket.resetAndDestroy();
      else setImmediate(() => waitOrReset(left - 1));
    };
    socket.on('connect', () => socket.write(text, () => waitOrReset(turns)));
  });
}

it.each([
  ['a large answer', get('/openapi.json')],
  ['small answers that are large together', get('/mcp.md').repeat(2)],
  ['a small answer before a large one', get('/health') + get('/openapi.json')],
])('lives on when clients reset %s', { timeout: 120_000 }, async (_, text) => {
  for (let at = 0; at < RESETS && program.signalCode === null; at += 1) {
    await askAndReset(text, at % MAX_TURNS);
  }
  expect(program.signalCode).toBeNull();
  expect((await fetch(new URL('/health', url))).status).toBe(200);
});
