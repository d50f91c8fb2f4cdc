/** The gym of a session over stdin: read anew when it is old, the sample gym while there is nothing to read. */

import { expect, it, vi } from 'vitest';
import { openLocalGym } from '../../../cli/own-gym.ts';
import { createHandClock, openTestHistory } from '../../store/history/folder.fixture.ts';
import { createWorld } from '../typed.ts';

const CONFIG = `gyms:
  - id: north
    timezone: Europe/London
    rooms: [{ id: hall, name: Main Hall, capacity: 20 }]
`;

async function configured(): Promise<void> {
  const { configPath } = await createWorld(CONFIG);
  vi.stubEnv('TURNOUT_CONFIG', configPath);
}

it('is read again once it is five seconds old, and not before', async () => {
  await configured();
  const { dir } = await openTestHistory();
  const clock = createHandClock();
  const { view, isSample, gymId } = await openLocalGym(dir, undefined, clock);
  expect([gymId, isSample]).toEqual(['north', false]);
  const first = await view();
  clock.advance(4_999);
  expect(await view()).toBe(first);
  clock.advance(1);
  const second = await view();
  expect(second).not.toBe(first);
  expect(second.nowUtcMs - first.nowUtcMs).toBe(5_000);
});

it('is not the sample gym where the history goes away', async () => {
  await configured();
  const { dir, history } = await openTestHistory();
  const clock = createHandClock();
  const { view } = await openLocalGym(dir, undefined, clock);
  await history.close();
  const { rename } = await import('node:fs/promises');
  await rename(dir, `${dir}-gone`);
  clock.advance(5_000);
  await expect(view()).rejects.toMatchObject({ code: 'data_unusable' });
  await rename(`${dir}-gone`, dir);
});
