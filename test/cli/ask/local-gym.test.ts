/** The gym of a session over stdin: read anew when it is old, the sample gym while there is nothing to read. */

import { rename } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openLocalGym } from '../../../cli/own-gym.ts';
import { NOON, openTestHistory } from '../../store/history/folder.fixture.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { gymText, typed } from '../typed.ts';

async function opened() {
  await typed(gymText());
  const clock = new FakeClock(NOON);
  const { dir, history } = await openTestHistory();
  return { dir, history, clock, ...(await openLocalGym(dir, undefined, clock)) };
}

it('is read again once it is five seconds old, and not before', async () => {
  const { clock, view, isSample, gymId } = await opened();
  expect([gymId, isSample]).toEqual(['north', false]);
  const first = await view();
  clock.skip(4_999);
  expect(await view()).toBe(first);
  clock.skip(1);
  const second = await view();
  expect(second).not.toBe(first);
  expect(second.nowUtcMs - first.nowUtcMs).toBe(5_000);
});

it('is not the sample gym where the history goes away', async () => {
  const { dir, history, clock, view } = await opened();
  await history.close();
  await rename(dir, `${dir}-gone`);
  clock.skip(5_000);
  await expect(view()).rejects.toMatchObject({ code: 'data_unusable' });
  await rename(`${dir}-gone`, dir);
});
