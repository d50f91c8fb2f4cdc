/** Keys over a real history: made, found, ended, kept, and never to be read anywhere. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { anError } from '../../support/an-error.ts';
import { until } from '../../support/until.ts';
import { openWorld } from './access.fixture.ts';

const BY = 'command line';

it('a key is found by itself alone, and says whose it is', async () => {
  const { access, clock } = await openWorld();
  const made = await access.createKey({ gymId: 'north', role: 'owner', label: ' desk ', by: BY });
  expect(made.secret).toMatch(/^tk_[0-9A-Za-z]{32}$/);
  expect(made.key).toEqual({
    id: expect.stringMatching(/^key_[0-9A-Za-z]{16}$/),
    prefix: made.secret.slice(0, 8),
    gymId: 'north',
    role: 'owner',
    trainerId: null,
    label: 'desk',
    lookupLimit: null,
    lookupsUsed: 0,
    createdUtcMs: clock.nowUtcMs(),
    revokedUtcMs: null,
  });
  expect(access.find(made.secret)).toEqual({ key: made.key, via: 'key' });
  expect(access.principalOf(made.key.id)).toEqual({ key: made.key, via: 'token' });
  for (const other of [
    '',
    made.key.id,
    made.secret.slice(0, -1),
    `${made.secret} `,
    made.secret.toLowerCase(),
    `tk_${'a'.repeat(32)}`,
    'x'.repeat(1_000_000),
  ]) {
    expect(access.find(other)).toBeNull();
  }
  expect(access.principalOf('key_none')).toBeNull();
});

it.each(['id', 'prefix', 'secret'] as const)('a key is revoked by its %s at once', async (what) => {
  const { access, clock } = await openWorld();
  const { secret, key } = await access.createKey({ gymId: 'north', role: 'owner', by: BY });
  const other = await access.createKey({ gymId: 'north', role: 'owner', by: BY });
  // A key that was shown lately is remembered.
  expect(access.find(secret)).not.toBeNull();
  const revoking = access.revokeKey({ ...key, secret }[what], other.key.id);
  expect(access.find(secret)).toBeNull();
  expect(access.principalOf(key.id)).toBeNull();
  expect(await revoking).toEqual({ ...key, revokedUtcMs: clock.nowUtcMs() });
  expect(access.find(other.secret)).not.toBeNull();
});

it('a revoked key stays as it is when it is revoked again, also after a start', async () => {
  const { access, history, clock, dir, log } = await openWorld();
  const { secret, key } = await access.createKey({ gymId: 'north', role: 'owner', by: BY });
  const revoke = () => access.revokeKey(key.id, BY);
  const [first, second] = await Promise.all([revoke(), revoke()]);
  await clock.advance(5_000);
  expect([second, await revoke()]).toEqual([first, first]);
  expect(log.of('key_revoked')).toHaveLength(1);
  const lines = await history.access.audit({ limit: 9 });
  expect(lines.map(({ kind }) => kind)).toEqual(['key_revoked', 'key_created']);
  await access.close();
  await history.close();
  const again = await openWorld(dir);
  expect(again.access.find(secret)).toBeNull();
  expect(again.access.keys()).toEqual([first]);
});

it('a revoked key must have been there, and what was typed for it is not repeated', async () => {
  const { access } = await openWorld();
  const strange = `tk_${'Zq9'.repeat(10)}ab`;
  const unknown = anError('key_unknown', /^(?!.*Zq9)/s);
  await expect(access.revokeKey(strange, BY)).rejects.toEqual(unknown);
});

it('a revoked key is refused even where the disk fails, and is stored when it is revoked once more', async () => {
  const { access, history, dir } = await openWorld();
  const { secret, key } = await access.createKey({ gymId: 'north', role: 'owner', by: BY });
  vi.spyOn(history.access, 'revoke').mockRejectedValueOnce(new Error('disk'));
  await expect(access.revokeKey(key.id, BY)).rejects.toThrow('disk');
  expect(access.find(secret)).toBeNull();
  await access.revokeKey(key.id, BY);
  await history.close();
  expect((await openWorld(dir)).access.find(secret)).toBeNull();
});

it('lookups of a key with a limit are stored before they are given, others within a minute', async () => {
  const { access, history, clock } = await openWorld();
  const { key } = await access.createKey({ gymId: 'demo', role: 'free', by: 'get-key' });
  const paid = await access.createKey({ gymId: 'north', role: 'owner', by: BY });
  await access.spend(key.id);
  for (let spent = 0; spent < 7; spent += 1) expect(access.spend(paid.key.id)).toBe(true);
  const stored = async () =>
    Object.fromEntries((await history.access.find()).map((one) => [one.key, one.used]));
  expect(await stored()).toEqual({ [key.id]: 1, [paid.key.id]: 0 });
  await clock.advance(60_000);
  await history.access.use([]);
  expect(await stored()).toEqual({ [key.id]: 1, [paid.key.id]: 7 });
  expect(access.lookupsLeft(key.id)).toBe(99);
  await until(() => clock.pendingTimers === 1);
  expect([await access.spend(key.id), access.spend(paid.key.id)]).toEqual([true, true]);
  await access.close();
  expect(clock.pendingTimers).toBe(0);
  expect(await stored()).toEqual({ [key.id]: 2, [paid.key.id]: 8 });
});

it('a look that could not be written is said in the log, and written at the next try', async () => {
  const { access, history, log } = await openWorld();
  const { key } = await access.createKey({ gymId: 'north', role: 'manager', by: BY });
  const looks = async () => {
    access.looks.note({ key }, 'north', 'bob');
    await access.looks.settled();
    const lines = await history.access.audit({ limit: 9 });
    return lines.filter(({ kind }) => kind === 'trainer_seen');
  };
  vi.spyOn(history.access, 'noteLook').mockRejectedValueOnce(new Error('the disk is full'));
  expect(await looks()).toEqual([]);
  expect(log.of('audit_failed')).toHaveLength(1);
  expect(await looks()).toHaveLength(1);
});

it('the secret is in no line of the log and in no byte on the disk', async () => {
  const { access, history, dir, log } = await openWorld();
  const make = (role: 'owner' | 'manager') => access.createKey({ gymId: 'north', role, by: BY });
  const secrets = [(await make('owner')).secret, (await make('manager')).secret] as const;
  await access.revokeKey(secrets[0], BY);
  await access.close();
  const bytes = async () =>
    Buffer.concat(
      await Promise.all((await readdir(dir)).map((name) => readFile(join(dir, name)))),
    ).toString('latin1');
  // Before the end the log of SQLite is there too.
  const before = await bytes();
  await history.close();
  const texts = [before, await bytes(), JSON.stringify(log.lines)];
  for (const secret of secrets) {
    // The first 8 characters are for lists.
    const hidden = secret.slice(8);
    expect(texts.map((text) => text.includes(hidden))).toEqual([false, false, false]);
  }
  expect(before).toContain(access.keys()[0]?.prefix);
});
