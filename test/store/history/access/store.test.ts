/** Credentials and the audit log in a real SQLite file. */

import { expect, it } from 'vitest';
import type { AuditRecord, Credential } from '../../../../store/history/access.ts';
import { COMPLETE, entry, parsed } from '../classes/entries.fixture.ts';
import { ALWAYS, NOON, openTestHistory } from '../folder.fixture.ts';

const row = (id: string, rest: Partial<Credential> = {}): Credential => ({
  hash: id.padEnd(64, '0'),
  kind: 'key',
  key: id,
  expires: null,
  used: 0,
  data: { revokedUtcMs: null },
  ...rest,
});
const token = (id: string, kind: 'access' | 'refresh', family: string) =>
  row(id, { kind, key: 'a', expires: NOON + 10, data: { family } });

it('credentials come back as they were stored, in their order, over a start', async () => {
  const { history, dir } = await openTestHistory();
  const rows = [
    row('b', { used: 3, data: { label: "O'Hara", lookupLimit: 7 } }),
    row('a', { kind: 'cookie', expires: NOON }),
    row('client_1', { kind: 'client', hash: 'client_1', key: '' }),
  ];
  await history.access.issue(rows);
  expect(await history.access.find()).toEqual(rows);
  expect(await history.access.find({ hash: rows[1]?.hash ?? '' })).toEqual(rows.slice(1, 2));
  await history.close();
  expect(await (await openTestHistory({ dir })).history.access.find()).toEqual(rows);
});

it.each([
  ['a hash a second time', row('b', { hash: row('a').hash })],
  ['what is no hash', row('b', { hash: 'tk_secret' })],
  ['a kind that is in memory only', row('b', { kind: 'pairing' })],
])('credentials are refused with %s, and nothing of it is stored', async (_, bad) => {
  const { history } = await openTestHistory();
  await history.access.issue([row('a')]);
  await expect(history.access.issue([row('c'), bad])).rejects.toMatchObject({
    code: 'data_unusable',
  });
  expect((await history.access.find()).map(({ key }) => key)).toEqual(['a']);
});

it('credentials are used up to their most, and given back, all or nothing', async () => {
  const { access } = (await openTestHistory()).history;
  const [a, b] = [row('a'), row('b')];
  await access.issue([a, b]);
  const use = async (by: number) => (await access.use([{ hash: a.hash, by, most: 12 }]))[0]?.used;
  // Above the most it is told how far it would have gone, and stays there.
  expect([await use(5), await use(5), await use(5), await use(1)]).toEqual([5, 10, 15, 13]);
  const uses = [
    { hash: a.hash, by: -4 },
    { hash: b.hash, by: 30 },
    { hash: row('c').hash, by: 1 },
  ];
  expect((await access.use(uses)).map((one) => one?.used ?? null)).toEqual([8, 30, null]);
  const below = [
    { hash: b.hash, by: 1 },
    { hash: a.hash, by: -9 },
  ];
  await expect(access.use(below)).rejects.toMatchObject({ code: 'data_unusable' });
  expect((await access.find()).map(({ used }) => used)).toEqual([8, 30]);
});

it('credentials of a family give way to the next pair once, and end together', async () => {
  const { access } = (await openTestHistory()).history;
  const pairs = ['one', 'two'].flatMap((family) => [
    token(`ta_${family}`, 'access', family),
    token(`tr_${family}`, 'refresh', family),
  ]);
  await access.issue(pairs);
  const { hash = '' } = pairs[1] ?? {};
  const next = [token('next', 'refresh', 'one')];
  expect((await access.use([{ hash, by: 1, next }]))[0]?.used).toBe(1);
  const late = [token('late', 'refresh', 'one')];
  expect(await access.use([{ hash, by: 1, next: late }])).toEqual([null]);
  expect(await access.find({ family: 'one' })).toEqual(next);
  await access.revoke({ family: 'one' });
  expect(await access.find()).toEqual(pairs.slice(2));
});

it('credentials of a kind are only so many, the oldest go, and what has ended is swept', async () => {
  const { access } = (await openTestHistory()).history;
  const codes = ['a', 'b', 'c'].map((id) => row(id, { kind: 'code', expires: NOON + 5 }));
  await access.issue([row('key'), ...codes]);
  await access.issue([row('d', { kind: 'code' })], [], 2);
  expect((await access.find()).map(({ key }) => key)).toEqual(['key', 'c', 'd']);
  await access.issue([row('browser', { kind: 'cookie', expires: NOON })]);
  await access.sweep(NOON + 5);
  expect((await access.find()).map(({ key }) => key)).toEqual(['key', 'd', 'browser']);
});

const note = (
  kind: AuditRecord['kind'],
  by: string,
  atUtcMs: number,
  subject: string,
): AuditRecord => ({ atUtcMs, by, kind, gymId: 'north', subject });

it('the audit log has keys and corrections, the newest first, and outlives the class', async () => {
  const { history, clock } = await openTestHistory();
  const { classes, access } = history;
  const issued = [row('a'), token('t', 'access', 'one')];
  await access.issue(issued, [note('key_created', 'first start', NOON, 'a')]);
  const revoke = (by: string, at: number) => {
    const revoked = row('a', { data: { revokedUtcMs: at } });
    return access.revoke({ key: { row: revoked, note: note('key_revoked', by, at, 'a') } });
  };
  await revoke('command line', NOON + 10);
  expect(await access.find()).toMatchObject([{ kind: 'key' }]);
  await revoke('somebody else', NOON + 20);
  await access.note({ ...note('key_created', 'get-key', NOON, 'b'), gymId: 'demo' });
  await classes.import('north', 'feed', parsed([entry('1')]));
  const [record] = await classes.records('north', ALWAYS);
  const classId = record?.id ?? '';
  clock.advance(1_000);
  await classes.correct(classId, { attended: 9, note: null, by: 'key_1' });
  clock.advance(1_000);
  await classes.correct(classId, { attended: 8, note: null, by: 'key_2' });
  clock.advance(1_000);
  await classes.withdrawCorrection(classId, 'command line');
  await classes.withdrawCorrection(classId, 'nobody');
  const other = entry('2', { startsUtcMs: record?.startsUtcMs ?? 0, name: 'Spin' });
  await classes.import('north', 'feed', parsed([other], COMPLETE));
  expect(await classes.record(classId)).toBeNull();

  const line = (kind: AuditRecord['kind'], by: string, atUtcMs: number, subject = classId) =>
    note(kind, by, atUtcMs, subject);
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
