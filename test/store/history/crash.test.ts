/** What a process that is killed without warning leaves behind. */

import { expect, it } from 'vitest';
import { startChild } from './child.fixture.ts';
import { ALWAYS, createFolder, openTestHistory } from './folder.fixture.ts';

/** The promise: a crash costs at most the last second. */
const LOST_MS = 1_000;

it('a process that is killed loses at most the last second of samples, and nothing before', async () => {
  const dir = await createFolder();
  const child = startChild('record', dir);
  const told: number[] = [];
  while (told.length < 2 || (told.at(-1) ?? 0) - (told[0] ?? 0) < 2_300) {
    told.push(Number((await child.line()).split(' ')[1]));
  }
  const killedUtcMs = Date.now();
  await child.kill();

  const { history } = await openTestHistory({ dir });
  const stored = (await history.samples('hall', ALWAYS)).map((one) => one.atUtcMs);
  const due = told.filter((atUtcMs) => atUtcMs < killedUtcMs - LOST_MS);
  expect(due.length).toBeGreaterThan(50);
  expect(stored.slice(0, due.length)).toEqual(due);
  expect(history.status().samplesStored).toBe(stored.length);
  const minutes = await history.minutes('hall', ALWAYS);
  expect(minutes.reduce((sum, minute) => sum + minute.samples, 0)).toBe(stored.length);
});
