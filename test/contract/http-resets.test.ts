/** No client ends the program by going away while it is answered: the real program, a process of its own. */

import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compiledTree } from '../support/compiled.ts';
import { type Served, serve } from '../support/served.ts';

/** Of each kind. The program died after 30 to 1,700 of them while no one listened for aborts. */
const RESETS = 3_000;
/** The longest wait before a reset, in turns of the loop of events; the answer is on its way within a few. */
const MAX_TURNS = 12;

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

let folder: string;
let program: Served;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnout-resets-'));
  program = await serve([process.execPath, join(compiledTree(), 'bin/turnout.cjs'), 'serve'], {
    cwd: folder,
    variables: { TURNOUT_CONFIG: undefined, TURNOUT_DATA: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
});
afterAll(async () => {
  await program.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Sends `text` and resets the connection after so many turns. Resolves when the connection is gone. */
function askAndReset(text: string, turns: number): Promise<void> {
  return new Promise((done) => {
    const socket = connect(Number(new URL(program.url).port), '127.0.0.1');
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
  for (let at = 0; at < RESETS && program.isAlive(); at += 1) {
    await askAndReset(text, at % MAX_TURNS);
  }
  expect(program.isAlive()).toBe(true);
  expect((await fetch(`${program.url}/health`)).status).toBe(200);
});
