/** Keys over a real history: what they may be, made, found, ended, kept, and never to be read anywhere; and their lookups. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createLookups, type Lookups } from '../../../store/access/access.ts';
import type { Credential, CredentialUse } from '../../../store/history/access.ts';
import { anError } from '../../support/an-error.ts';
import { settle } from '../../support/fake-clock.ts';
import { credential } from '../../support/memory-credentials.ts';
import { RecordedLog } from '../../support/recorded-log.ts';
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
  for (const other of ['', made.key.id, `${made.secret} `, `tk_${'a'.repeat(32)}`])
    expect(access.find(other)).toBeNull();
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
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { access, history } = await openWorld();
  const { key } = await access.createKey({ gymId: 'demo', role: 'free', by: 'get-key' });
  const paid = await access.createKey({ gymId: 'north', role: 'owner', by: BY });
  await access.spend(key.id);
  for (let spent = 0; spent < 7; spent += 1) expect(access.spend(paid.key.id)).toBe(true);
  const stored = async () =>
    Object.fromEntries((await history.access.find()).map((one) => [one.key, one.used]));
  expect(await stored()).toEqual({ [key.id]: 1, [paid.key.id]: 0 });
  await vi.advanceTimersByTimeAsync(60_000);
  await history.access.use([]);
  expect(await stored()).toEqual({ [key.id]: 1, [paid.key.id]: 7 });
  expect(access.lookupsLeft(key.id)).toBe(99);
  expect([await access.spend(key.id), access.spend(paid.key.id)]).toEqual([true, true]);
  await access.close();
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
  const { access, dir, log } = await openWorld();
  const { secret, key } = await access.createKey({ gymId: 'north', role: 'owner', by: BY });
  await access.revokeKey(secret, BY);
  await access.close();
  // The log of SQLite is among them.
  const files = (await readdir(dir)).map((name) => readFile(join(dir, name), 'latin1'));
  const all = `${await Promise.all(files)} ${JSON.stringify(log.lines)}`;
  // The first 8 characters are for lists.
  expect([all.includes(secret.slice(8)), all.includes(key.prefix)]).toEqual([false, true]);
});

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
  ['a label that steers terminals', { gymId: 'north', role: 'owner', label: '\u001b[2J' }, 'usage'],
  ['a label without end', { gymId: 'north', role: 'owner', label: 'x'.repeat(101) }, 'usage'],
] as const)('a new key is refused for %s, and leaves nothing', async (_, wanted, code) => {
  const { access, history } = await openWorld();
  await expect(access.createKey({ ...wanted, by: BY })).rejects.toMatchObject({ code });
  expect(access.keys()).toEqual([]);
  expect(await history.access.find()).toEqual([]);
  expect(await history.access.audit({ limit: 9 })).toEqual([]);
});

/* Lookups against a table that does what a disk does: it takes time, it fails, and then it may or may not have stored. */

type Failure = 'none' | 'before' | 'after';

const KEY = credential();

/** One key of `limit` lookups, as the table would have it. */
function open(limit: number | null, failures: readonly Failure[] = []) {
  const toCome = [...failures];
  const table = { used: 0 };
  const use = async (uses: readonly CredentialUse[]): Promise<Credential[]> => {
    const failure = toCome.shift() ?? 'none';
    if (failure === 'before') throw new Error('disk');
    const rows = uses.map(({ by, most }) => {
      const used = table.used + by;
      table.used = Math.min(most ?? used, used);
      return { ...KEY, used };
    });
    await settle();
    if (failure === 'after') throw new Error('disk');
    return rows;
  };
  const log = new RecordedLog();
  const lookups = createLookups(use, log);
  lookups.set(KEY, limit);
  return { table, log, lookups };
}

const many = (lookups: Lookups, count: number) =>
  Promise.all(Array.from({ length: count }, () => lookups.spend('k')));

it('a lookup is given as often as the limit says, to those that came first, and back again', async () => {
  const { table, lookups } = open(100);
  await many(lookups, 97);
  expect(await many(lookups, 5)).toEqual([true, true, true, false, false]);
  expect([table.used, lookups.left('k'), lookups.spend('k')]).toEqual([100, 0, false]);
  for (let given = 0; given < 200; given += 1) lookups.giveBack('k');
  // Also while it is being written.
  await Promise.resolve();
  expect(lookups.left('k')).toBe(100);
  await lookups.flush();
  expect([table.used, lookups.used('k')]).toEqual([0, 0]);
});

it('a lookup cannot be had while the disk fails, and all who wait are told', async () => {
  const { lookups, log } = open(100, ['before']);
  const asked = await Promise.allSettled([lookups.spend('k'), lookups.spend('k')]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(log.of('lookups_not_settled')).toHaveLength(1);
  expect(await lookups.spend('k')).toBe(true);
});

it('a lookup that could not be given back is lost rather than given twice, a count is tried again', async () => {
  const { lookups } = open(100, ['none', 'before']);
  await lookups.spend('k');
  lookups.giveBack('k');
  await lookups.flush();
  expect(lookups.left('k')).toBe(99);
  const { table, lookups: counted } = open(null, ['before']);
  await counted.spend('k');
  await counted.flush();
  expect([table.used, counted.used('k')]).toEqual([0, 1]);
  await counted.flush();
  expect([table.used, counted.used('k')]).toEqual([1, 1]);
});

/** What happens to a key: spends at once, an answer that is not charged, a settlement, or time for the disk. */
const OTHERS = fc.constantFrom('giveBack' as const, 'settle' as const, 'wait' as const);
const STEPS = fc.array(fc.oneof(fc.integer({ min: 1, max: 12 }), OTHERS), { maxLength: 60 });
const FAILURES = fc.array(fc.constantFrom<Failure>('none', 'before', 'after'), { maxLength: 40 });
/** Whether a step has ended before the next begins. */
const WAITS = fc.array(fc.boolean(), { minLength: 1, maxLength: 20 });
const LIMIT = fc.integer({ min: 1, max: 40 });

it('whatever happens no lookup is given twice, not even when the process dies at that moment', async () => {
  await fc.assert(
    fc.asyncProperty(LIMIT, STEPS, FAILURES, WAITS, async (limit, steps, failures, waits) => {
      const { table, lookups } = open(limit, failures);
      let charged = 0;
      const spend = async () => {
        try {
          if (await lookups.spend('k')) charged += 1;
        } catch (error) {
          expect(error).toMatchObject({ message: 'disk' });
        }
      };
      /** Resolves when what it began has ended. */
      const play = async (step: (typeof steps)[number]): Promise<void> => {
        if (typeof step === 'number') await Promise.all(Array.from({ length: step }, spend));
        else if (step === 'settle') await lookups.flush();
        else if (step === 'wait') await settle();
        else if (charged > 0) {
          charged -= 1;
          lookups.giveBack('k');
        }
      };
      const under: Promise<void>[] = [];
      for (const [at, step] of steps.entries()) {
        under.push(play(step));
        if (waits[at % waits.length]) await Promise.all(under);
        // What the disk has is what a crash here would leave: it covers all that was charged.
        expect(charged).toBeLessThanOrEqual(table.used);
        expect(table.used).toBeLessThanOrEqual(limit);
      }
      await Promise.all(under);
      expect(charged).toBeLessThanOrEqual(table.used);
    }),
    { numRuns: 300 },
  );
});
