/** Credentials and the audit log in a real SQLite file; those of schema 8 are carried over. */

import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { openAccess } from '../../../store/access/access.ts';
import { hashOf } from '../../../store/access/key.ts';
import { createOAuth } from '../../../store/access/oauth/oauth.ts';
import type { AuditRecord, Credential } from '../../../store/history/access.ts';
import { credential } from '../../support/memory-credentials.ts';
import { TWO_GYMS } from '../access/access.fixture.ts';
import { COMPLETE, entry, parsed } from './classes/entries.fixture.ts';
import { ALWAYS, NOON, openTestHistory } from './folder.fixture.ts';
import { folderOf8 } from './open-file.fixture.ts';

const row = (id: string, rest: Partial<Credential> = {}) =>
  credential({ hash: id.padEnd(64, '0'), key: id, data: { revokedUtcMs: null }, ...rest });
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

function note(kind: AuditRecord['kind'], by: string, atUtcMs: number, subject: string) {
  return { atUtcMs, by, kind, gymId: 'north', subject };
}

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
  clock.skip(1_000);
  await classes.correct(classId, { attended: 9, note: null, by: 'key_1' });
  clock.skip(1_000);
  await classes.correct(classId, { attended: 8, note: null, by: 'key_2' });
  clock.skip(1_000);
  await classes.withdrawCorrection(classId, 'command line');
  await classes.withdrawCorrection(classId, 'nobody');
  const other = entry('2', { startsUtcMs: record?.startsUtcMs ?? 0, name: 'Spin' });
  await classes.import('north', 'feed', parsed([other], COMPLETE));
  expect(await classes.record(classId)).toBeNull();

  expect(await access.audit({ gymId: 'north', limit: 99 })).toEqual([
    note('correction_withdrawn', 'command line', NOON + 3_000, classId),
    note('correction_made', 'key_2', NOON + 2_000, classId),
    note('correction_withdrawn', 'key_2', NOON + 2_000, classId),
    note('correction_made', 'key_1', NOON + 1_000, classId),
    note('key_revoked', 'command line', NOON + 10, 'a'),
    note('key_created', 'first start', NOON, 'a'),
  ]);
  expect(await access.audit({ gymId: 'demo', limit: 99 })).toHaveLength(1);
  expect(await access.audit({ limit: 2 })).toHaveLength(2);
});

const letters = (letter: string, count = 32) => letter.repeat(count);
const [LIVE, OVER] = [`tk_${letters('a')}`, `tk_${letters('b')}`];
const nowUtcMs = Math.floor(systemClock.nowUtcMs());
const later = nowUtcMs + 3_600_000;
const accessOf = (family: string) => `ta_${letters(family)}`;
const refreshOf = (family: string) => `tr_${letters(family, 48)}`;

it('keys, browsers, tokens and clients are carried over; of a revoked key nothing but itself', async () => {
  const grant = (family: string, key: string) =>
    `INSERT INTO oauth_grants VALUES ('${letters(family, 16)}', '${key}', 'client_1', 'mcp', ${nowUtcMs},
      '${hashOf(accessOf(family))}', ${later}, '${hashOf(refreshOf(family))}', ${later});`;
  const signIn = (id: string, key: string) =>
    `INSERT INTO sign_ins VALUES ('si_${id}', '${hashOf(letters(id))}', '${key}', 'key', 'Firefox', 1, ${nowUtcMs}, ${nowUtcMs});`;
  const dir = await folderOf8(`
      DELETE FROM keys;
      INSERT INTO keys VALUES ('key_b', '${hashOf(OVER)}', 'tk_bbbbb', 'north', 'owner', NULL, NULL, NULL, 4, 2, 3);
      INSERT INTO keys VALUES ('key_a', '${hashOf(LIVE)}', 'tk_aaaaa', 'demo', 'free', NULL, 'O''Hara', 100, 7, 1, NULL);
      INSERT INTO oauth_clients VALUES ('client_1', 'Client', '["https://app.example/back"]', 1);
      ${grant('c', 'key_a')} ${grant('d', 'key_b')} ${signIn('e', 'key_a')} ${signIn('f', 'key_b')}`);

  const { history } = await openTestHistory({ dir });
  const world = { history, config: () => TWO_GYMS, clock: systemClock, log: silentLog };
  const access = await openAccess(world);
  onTestFinished(() => access.close());
  expect(access.keys()).toMatchObject([
    { id: 'key_b', revokedUtcMs: 3, lookupsUsed: 4 },
    { id: 'key_a', gymId: 'demo', role: 'free', label: "O'Hara", lookupLimit: 100, lookupsUsed: 7 },
  ]);
  expect([access.find(LIVE)?.key.id, access.find(OVER)]).toEqual(['key_a', null]);
  expect(access.signIns.find(letters('e'), true)?.signIn).toMatchObject({
    id: 'si_e',
    keyId: 'key_a',
    device: 'Firefox',
    isPlain: true,
  });
  const oauth = createOAuth({ access, clock: systemClock, log: silentLog });
  expect(oauth.findToken(accessOf('c'), 'mcp')?.key.id).toBe('key_a');
  expect(oauth.findToken(accessOf('c'), 'service')).toBeNull();
  expect(await oauth.client('client_1')).toEqual({
    id: 'client_1',
    name: 'Client',
    redirectUris: ['https://app.example/back'],
  });
  const kinds = (await history.access.find()).map(({ kind, key }) => `${kind} ${key}`.trim());
  const ofLive = ['cookie key_a', 'access key_a', 'refresh key_a'];
  expect(kinds).toEqual(['key key_a', 'key key_b', ...ofLive, 'client']);
  const asked = { refreshToken: refreshOf('c'), clientId: 'client_1', resource: null };
  expect(await oauth.refresh(asked)).toMatchObject({ expiresInS: 3_600 });
  expect(await oauth.refresh(asked)).toMatchObject({ error: 'invalid_grant' });
});
