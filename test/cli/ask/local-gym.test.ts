/** The gym of a session over stdin: read anew when it is old, the sample gym while there is nothing to read. */

import { rename } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { openLocalGym } from '../../../cli/own-gym.ts';
import { createHandClock, openTestHistory } from '../../store/history/folder.fixture.ts';
import { createWorld } from '../typed.ts';

const CONFIG = `gyms:
  - id: north
    timezone: Europe/London
    rooms: [{ id: hall, name: Main Hall, capacity: 20 }]
`;

async function opened() {
  const { configPath } = await createWorld(CONFIG);
  vi.stubEnv('TURNOUT_CONFIG', configPath);
  const clock = createHandClock();
  const { dir, history } = await openTestHistory();
  return { dir, history, clock, ...(await openLocalGym(dir, undefined, clock)) };
}

it('is read again once it is five seconds old, and not before', async () => {
  const { clock, view, isSample, gymId } = await opened();
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
  const { dir, history, clock, view } = await opened();
  await history.close();
  await rename(dir, `${dir}-gone`);
  clock.advance(5_000);
  await expect(view()).rejects.toMatchObject({ code: 'data_unusable' });
  await rename(`${dir}-gone`, dir);
});
