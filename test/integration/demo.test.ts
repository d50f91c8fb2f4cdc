/** The first minute of a new user: `npm start` with nothing at all counts the people of the demo. */

import { readdir, readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { StatusAnswer } from '../../cli/status/status-text.ts';
import { suiteFolder } from '../support/folder.ts';
import { started } from '../support/started.ts';
import { npmStart, turnout } from '../support/turnout.ts';

const ROOMS = ['spin', 'studio', 'weights', 'yoga'];

describe('npm start without any configuration', () => {
  const folder = suiteFolder();
  const variables = { TURNOUT_DATA: join(folder, 'data') };
  const server = started(() => npmStart(variables));

  test('counts people in all four rooms', async () => {
    await vi.waitFor(
      async () => {
        const { stdout } = await turnout(['status', '--json'], folder, variables);
        const { status, counts } = JSON.parse(stdout) as StatusAnswer;
        const streaming = status.cameras.list.filter(({ state }) => state === 'streaming');
        expect(streaming.map(({ id }) => id).toSorted()).toEqual(ROOMS);
        for (const room of ROOMS)
          expect(counts?.[room]?.samples.some(({ count }) => count !== null)).toBe(true);
        expect((await fetch(`${server.url}/health`)).status).toBe(200);
      },
      { timeout: 80_000, interval: 1000 },
    );
  });

  test.skipIf(process.platform !== 'linux')('leaves cores to the thread that answers', async () => {
    const lock = await readFile(join(folder, 'data', 'turnout.lock'), 'utf8');
    const { pid } = JSON.parse(lock) as { pid: number };
    const threads = await readdir(`/proc/${pid}/task`);
    const niceness = await Promise.all(threads.map((thread) => niceOf(`${pid}/task/${thread}`)));
    // It has that of whoever started it.
    expect(await niceOf(`${pid}/task/${pid}`)).toBe(getPriority());
    // All others that decode: 16 threads of libuv and at least one worker.
    expect(niceness.filter((nice) => nice >= 10).length).toBeGreaterThan(16);
  });
});

/** Niceness of a thread: the 19th field of its stat, counted behind the name, which may hold spaces. */
async function niceOf(thread: string): Promise<number> {
  const stat = await readFile(`/proc/${thread}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
}
