/** Keys and the audit log in a real SQLite file. */

import { describe, expect, it } from 'vitest';
import type { StoredKey } from '../../../../store/history/access/access-store.ts';
import { COMPLETE, entry, parsed } from '../classes/entries.fixture.ts';
import { ALWAYS, NOON, openTestHistory } from '../folder.fixture.ts';

function key(id: string, rest: Partial<StoredKey> = {}): StoredKey {
  return {
    id,
    hash: id.padEnd(64, '0'),
    prefix: 'tk_abcde',
    gymId: 'north',
    role: 'owner',
    trainerId: null,
    label: null,
    lookupLimit: null,
    lookupsTaken: 0,
    createdUtcMs: NOON,
    revokedUtcMs: null,
    ...rest,
  };
}

describe('keys', () => {
  it('come back as they were stored, over a start', async () => {
    const { history, dir } = await openTestHistory();
    const keys = [
      key('a', { label: 'desk', lookupLimit: 7, lookupsTaken: 3 }),
      key('b', { role: 'trainer', trainerId: 'anna', revokedUtcMs: NOON + 1 }),
      key('c', { role: 'free', gymId: 'demo', lookupLimit: 100 }),
    ];
    for (const one of keys) await history.access.addKey(one, 'command line');
    expect(await history.access.keys()).toEqual(keys);
    await history.close();
    expect(await (await openTestHistory({ dir })).history.access.keys()).toEqual(keys);
  });

  it.each([
    ['a hash a second time', key('b', { hash: key('a').hash })],
    ['a role that there is not', key('b', { role: 'admin' })],
    ['a trainer key without a trainer', key('b', { role: 'trainer' })],
    ['an owner key with a trainer', key('b', { trainerId: 'anna' })],
    ['no lookups', key('b', { lookupLimit: 0 })],
    ['more lookups than the limit', key('b', { lookupLimit: 5, lookupsTaken: 6 })],
  ])('are refused with %s, and nothing of it is kept', async (_, bad) => {
    const { history } = await openTestHistory();
    await history.access.addKey(key('a'), 'x');
    await expect(history.access.addKey(bad, 'x')).rejects.toMatchObject({ code: 'data_unusable' });
    expect((await history.access.keys()).map(({ id }) => id)).toEqual(['a']);
    expect(await history.access.audit({ limit: 9 })).toHaveLength(1);
  });

  it('are leased up to their limit and settled below it', async () => {
    const { history } = await openTestHistory();
    await history.access.addKey(key('a', { lookupLimit: 12 }), 'x');
    await history.access.addKey(key('b'), 'x');
    const lease = async () => (await history.access.leaseLookups('a', 5)).taken;
    expect([await lease(), await lease(), await lease(), await lease()]).toEqual([5, 10, 12, 12]);
    await history.access.settleLookups([
      { id: 'a', by: -4 },
      { id: 'b', by: 30 },
    ]);
    expect((await history.access.keys()).map(({ lookupsTaken }) => lookupsTaken)).toEqual([8, 30]);
    await expect(history.access.leaseLookups('c', 5)).rejects.toMatchObject({
      code: 'internal_error',
    });
    // All or nothing: the second change would go below zero.
    const changes = [
      { id: 'b', by: 1 },
      { id: 'a', by: -9 },
    ];
    await expect(history.access.settleLookups(changes)).rejects.toMatchObject({
      code: 'data_unusable',
    });
    expect((await history.access.keys()).map(({ lookupsTaken }) => lookupsTaken)).toEqual([8, 30]);
  });
});

describe('the audit log', () => {
  it('has keys and corrections, the newest first, and outlives the class', async () => {
    const { history, clock } = await openTestHistory();
    const { classes, access } = history;
    await access.addKey(key('a'), 'first start');
    await access.revokeKey('a', 'command line', NOON + 10);
    await access.revokeKey('a', 'somebody else', NOON + 20);
    await access.addKey(key('b', { gymId: 'demo' }), 'get-key');
    await classes.import('north', 'feed', parsed([entry('1')]));
    const [record] = await classes.records('north', ALWAYS);
    const classId = record?.id ?? '';
    const at = (seconds: number) => clock.advance(seconds * 1_000);
    at(1);
    await classes.correct(classId, { attended: 9, note: null, by: 'key_1' });
    at(1);
    await classes.correct(classId, { attended: 8, note: null, by: 'key_2' });
    at(1);
    await classes.withdrawCorrection(classId, 'command line');
    await classes.withdrawCorrection(classId, 'nobody');
    const other = entry('2', { startsUtcMs: record?.startsUtcMs ?? 0, name: 'Spin' });
    await classes.import('north', 'feed', parsed([other], COMPLETE));
    expect(await classes.record(classId)).toBeNull();

    const line = (kind: string, by: string, atUtcMs: number, subject = classId) => ({
      atUtcMs,
      by,
      kind,
      gymId: 'north',
      subject,
    });
    expect(await access.audit({ gymId: 'north', limit: 99 })).toEqual([
      line('correction_withdrawn', 'command line', NOON + 3_000),
      line('correction_made', 'key_2', NOON + 2_000),
      line('correction_withdrawn', 'key_2', NOON + 2_000),
      line('correction_made', 'key_1', NOON + 1_000),
      line('key_revoked', 'command line', NOON + 10, 'a'),
      line('key_created', 'first start', NOON, 'a'),
    ]);
    expect(await access.audit({ gymId: 'demo', limit: 99 })).toHaveLength(1);
    expect(await access.audit({ limit: 2 })).toHaveLength(2);
  });
});
