/** Lookups of one key over processes that are killed without warning. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { compiledFile } from '../../support/compiled.ts';
import { afterTest, createFolder } from '../history/folder.fixture.ts';
import { openWorld } from './access.fixture.ts';

const LIMIT = 100;
/** As many as the child asks for at once. */
const UNDER_WAY = 3;
/** Killed after so many answers each: in the middle of what was asked at once, at its end, and before the first answer. */
const KILLED_AFTER = [0, 1, 4, 5, 6, 9, 10, 13, 3];

/** Spends until it was killed after `answers`, or until nothing is left. */
async function spend(dir: string, answers: number): Promise<{ readonly said: string[] }> {
  const path = compiledFile(new URL('./spender-main.fixture.ts', import.meta.url));
  const child = spawn(process.execPath, [path, dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  afterTest(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    // The child goes on while the signal is on its way, and what it says until then counts.
    if (said.length === answers + 1) child.kill('SIGKILL');
  }
  await closed;
  return { said };
}

it('a key never gives more than its lookups, and each kill costs what was under way at most', async () => {
  const dir = await createFolder();
  const first = await openWorld(dir);
  await first.access.createKey({ gymId: 'demo', role: 'free', by: 'get-key', lookupLimit: LIMIT });
  await first.access.close();
  await first.history.close();

  let given = 0;
  let kills = 0;
  for (const answers of [...KILLED_AFTER, Number.POSITIVE_INFINITY]) {
    const { said } = await spend(dir, answers);
    expect(said[0]).toBe('ready');
    given += said.filter((line) => line === 'answer').length;
    if (said.at(-1) === 'exhausted') break;
    kills += 1;
  }
  expect(kills).toBeGreaterThan(2);
  expect(given).toBeLessThanOrEqual(LIMIT);
  expect(given).toBeGreaterThanOrEqual(LIMIT - UNDER_WAY * kills);
  const last = await openWorld(dir);
  expect(last.access.keys()).toMatchObject([{ lookupsUsed: LIMIT }]);
}, 120_000);
