/** Who looked at whose figures: one line for each key or browser, trainer and day, in a real history. */

import { expect, it } from 'vitest';
import { openWorld } from './access.fixture.ts';

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
