/** Keys over the socket of a running owner, and where no one owns the folder. */

import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { askOwner } from '../../../service/commands/ask-owner.ts';
import type { Role } from '../../../store/access/key.ts';
import { createWorld, own, type World } from './owned.fixture.ts';

const asked = ({ dataDir, config }: World) => ({ dataDir, config, clock: systemClock });

function create(world: World, role: Role, gym: string | null = null) {
  const args = { gym, role, trainer: null, label: null, lookups: null };
  return askOwner({ ...asked(world), operation: 'key.create', args });
}

const list = (world: World, gym: string | null = null) =>
  askOwner({ ...asked(world), operation: 'key.list', args: { gym } });

const revoke = (world: World, key: string) =>
  askOwner({ ...asked(world), operation: 'key.revoke', args: { key } });

it('a key that is made while a server runs is good at once, and ended at once', async () => {
  const world = await createWorld();
  const owner = await own(world.dataDir, world.config);
  onTestFinished(() => owner.stop());
  const { secret, key } = await create(world, 'owner');
  expect(owner.access.find(secret)).toEqual({ key, via: 'key' });
  expect(await revoke(world, key.prefix)).toMatchObject({ id: key.id });
  expect(owner.access.find(secret)).toBeNull();
});

it('a key that is made while none runs is known to the next', async () => {
  const world = await createWorld();
  const { secret, key } = await create(world, 'manager', 'north');
  const free = await create(world, 'free');
  expect(free.key).toMatchObject({ gymId: 'demo', lookupLimit: 100 });
  expect((await list(world)).keys.map(({ id }) => id)).toEqual([free.key.id, key.id]);
  expect((await list(world, 'north')).keys).toEqual([key]);
  const owner = await own(world.dataDir, world.config);
  onTestFinished(() => owner.stop());
  expect(owner.access.find(secret)).toMatchObject({ key: { role: 'manager', gymId: 'north' } });
  const audit = { gym: null, limit: 1 };
  expect(await askOwner({ ...asked(world), operation: 'audit.list', args: audit })).toMatchObject({
    lines: [{ kind: 'key_created', by: 'command line', subject: free.key.id }],
  });
});

it('what is wrong is the same error here and there', async () => {
  const world = await createWorld();
  const all = async () => [
    await create(world, 'owner', 'south').catch(String),
    await create(world, 'trainer').catch(String),
    await revoke(world, 'key_none').catch(String),
  ];
  const here = await all();
  const owner = await own(world.dataDir, world.config);
  onTestFinished(() => owner.stop());
  expect(await all()).toEqual(here);
  expect(here).toEqual([
    expect.stringContaining('one of north, got south'),
    expect.stringContaining('one for the role trainer'),
    expect.stringContaining('turnout key list'),
  ]);
});
