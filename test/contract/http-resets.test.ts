/** No client ends the program by going away while it is answered: the real program, a process of its own. */

import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { get } from '../support/raw-http.ts';
import { startRealProgram } from '../support/real-program.ts';

/** Of each kind. The program died after 30 to 1,700 of them while no one listened for aborts. */
const RESETS = 2_000;
/** The longest wait before a reset, in turns of the loop of events; the answer is on its way within a few. */
const MAX_TURNS = 12;

/** Sends `text` and resets the connection after so many turns. Resolves when the connection is gone. */
function askAndReset(port: number, text: string, turns: number): Promise<void> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
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
  const { port, isAlive } = await startRealProgram();
  for (let at = 0; at < RESETS && isAlive(); at += 1) {
    await askAndReset(port, text, at % MAX_TURNS);
  }
  expect(isAlive()).toBe(true);
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
});
