/** Who looked at whose figures: one line for each key or browser, trainer and day, in a real history. */

import { expect, it } from 'vitest';
import { openAccess } from '../../../store/access/access.ts';
import { openWorld } from './access.fixture.ts';
import { TWO_GYMS } from './two-gyms.fixture.ts';

const DAY_MS = 86_400_000;

async function open() {
  const world = await openWorld();
  const { access, history } = world;
  const made = await access.createKey({ gymId: 'north', role: 'manager', by: 'command line' });
  const principal = { key: made.key, via: 'key' } as const;
  const lines = async () => {
    await access.looks.settled();
    const all = await history.access.audit({ limit: 100_000 });
    return all.flatMap(({ kind, by, gymId, subject }) =>
      kind === 'trainer_seen' ? [[by, gymId, subject]] : [],
    );
  };
  return { ...world, principal, id: made.key.id, lines };
}

it('has a line a day, however often someone looks, also over a start', async () => {
  const { access, history, clock, log, principal, id, lines } = await open();
  for (let look = 0; look < 500; look += 1) access.looks.note(principal, 'north', 'bob');
  access.looks.note(principal, 'north', '*');
  expect(await lines()).toEqual([
    [id, 'north', '*'],
    [id, 'north', 'bob'],
  ]);
  await clock.advance(DAY_MS);
  access.looks.note(principal, 'north', 'bob');
  expect(await lines()).toHaveLength(3);
  await access.close();
  const again = await openAccess({ history, config: () => TWO_GYMS, clock, log, timers: clock });
  again.looks.note(principal, 'north', 'bob');
  await again.close();
  expect(await lines()).toHaveLength(3);
});

it('tries again what could not be written, and says so in the log', async () => {
  const { access, history, log, principal, lines } = await open();
  const { noteLook } = history.access;
  Object.assign(history.access, { noteLook: () => Promise.reject(new Error('the disk is full')) });
  access.looks.note(principal, 'north', 'bob');
  expect(await lines()).toEqual([]);
  expect(log.lines.map(({ event }) => event)).toContain('audit_failed');
  Object.assign(history.access, { noteLook });
  access.looks.note(principal, 'north', 'bob');
  expect(await lines()).toHaveLength(1);
});
