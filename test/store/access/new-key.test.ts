/** What a key may be: a gym, a role and a trainer that are there, and texts that harm nobody. */

import { expect, it } from 'vitest';
import { anError } from '../../support/an-error.ts';
import { openWorld } from './access.fixture.ts';

const BY = 'command line';

it('a new key of a trainer is bound to the id of somebody who teaches there', async () => {
  const { access } = await openWorld();
  const make = (trainerId: string) =>
    access.createKey({ gymId: 'north', role: 'trainer', trainerId, by: BY });
  expect((await make('ANNA')).key.trainerId).toBe('anna-kovacs');
  const unknown = anError('unknown_trainer', 'the nearest are Anna Kovacs (anna-kovacs)');
  await expect(make('Ana Kovac')).rejects.toEqual(unknown);
  const twice = anError('ambiguous_trainer', 'Kim Lee (kim-lee), Kim Lee (kim-lee-2)');
  await expect(make('Kim')).rejects.toEqual(twice);
});

it.each([
  ['a gym there is not', { gymId: 'south', role: 'owner' }, 'gym_unknown'],
  ['a free key of another gym', { gymId: 'north', role: 'free' }, 'usage'],
  ['a trainer who is not named', { gymId: 'north', role: 'trainer' }, 'usage'],
  ['a trainer for an owner', { gymId: 'north', role: 'owner', trainerId: 'bob' }, 'usage'],
  ['no lookups', { gymId: 'north', role: 'owner', lookupLimit: 0 }, 'usage'],
  ['half a lookup', { gymId: 'north', role: 'owner', lookupLimit: 1.5 }, 'usage'],
  [
    'a label that steers a terminal',
    { gymId: 'north', role: 'owner', label: '\u001b[2J' },
    'usage',
  ],
  ['a label without end', { gymId: 'north', role: 'owner', label: 'x'.repeat(101) }, 'usage'],
] as const)('a new key is refused for %s, and leaves nothing', async (_, wanted, code) => {
  const { access, history } = await openWorld();
  await expect(access.createKey({ ...wanted, by: BY })).rejects.toMatchObject({ code });
  expect(access.keys()).toEqual([]);
  expect(await history.access.find()).toEqual([]);
  expect(await history.access.audit({ limit: 9 })).toEqual([]);
});
