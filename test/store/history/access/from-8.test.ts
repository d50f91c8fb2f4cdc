import { expect, it } from 'vitest';
import { systemClock } from '../../../../runtime/clock.ts';
import { silentLog } from '../../../../runtime/log/log.ts';
import { openAccess } from '../../../../store/access/access.ts';
import { hashOf } from '../../../../store/access/key.ts';
import { OAuth } from '../../../../store/access/oauth/oauth.ts';
import { TWO_GYMS } from '../../access/access.fixture.ts';
import { afterTest, openTestHistory } from '../folder.fixture.ts';
import { openSchema8 } from '../open-file.fixture.ts';

const letters = (letter: string, count = 32) => letter.repeat(count);
const [LIVE, OVER] = [`tk_${letters('a')}`, `tk_${letters('b')}`];
const nowUtcMs = Math.floor(systemClock.nowUtcMs());
const later = nowUtcMs + 3_600_000;
const token = (family: string) => ({
  access: `ta_${letters(family)}`,
  family: letters(family, 16),
});
const refreshOf = (family: string) => `tr_${letters(family, 48)}`;

it('keys, browsers, tokens and clients are carried over; of a revoked key nothing but itself', async () => {
  const { dir, database } = await openSchema8();
  const grant = (family: string, key: string) =>
    `INSERT INTO oauth_grants VALUES ('${
      token(family).family
    }', '${key}', 'client_1', 'mcp', ${nowUtcMs}, '${hashOf(token(family).access)}', ${later}, '${hashOf(
      refreshOf(family),
    )}', ${later});`;
  const signIn = (id: string, key: string) =>
    `INSERT INTO sign_ins VALUES ('si_${id}', '${hashOf(letters(id))}', '${key}', 'key', 'Firefox', 1, ${nowUtcMs}, ${nowUtcMs});`;
  await database.exec(`
      DELETE FROM keys;
      INSERT INTO keys VALUES ('key_b', '${hashOf(OVER)}', 'tk_bbbbb', 'north', 'owner', NULL, NULL, NULL, 4, 2, 3);
      INSERT INTO keys VALUES ('key_a', '${hashOf(LIVE)}', 'tk_aaaaa', 'demo', 'free', NULL, 'O''Hara', 100, 7, 1, NULL);
      INSERT INTO oauth_clients VALUES ('client_1', 'Client', '["https://app.example/back"]', 1);
      ${grant('c', 'key_a')} ${grant('d', 'key_b')} ${signIn('e', 'key_a')} ${signIn('f', 'key_b')}`);
  await database.close();

  const { history } = await openTestHistory({ dir });
  const world = { history, config: () => TWO_GYMS, clock: systemClock, log: silentLog };
  const access = await openAccess(world);
  afterTest(() => access.close());
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
  const oauth = new OAuth({ access, clock: systemClock, log: silentLog });
  expect(oauth.findToken(token('c').access, 'mcp')?.key.id).toBe('key_a');
  expect(oauth.findToken(token('c').access, 'service')).toBeNull();
  expect(await oauth.client('client_1')).toEqual({
    id: 'client_1',
    name: 'Client',
    redirectUris: ['https://app.example/back'],
  });
  const kinds = (await history.access.find()).map(({ kind, key }) => `${kind} ${key}`.trim());
  expect(kinds).toEqual([
    ...['key key_a', 'key key_b', 'cookie key_a', 'access key_a', 'refresh key_a', 'client'],
  ]);
  const asked = { refreshToken: refreshOf('c'), clientId: 'client_1', resource: null };
  expect(await oauth.refresh(asked)).toMatchObject({ expiresInS: 3_600 });
  expect(await oauth.refresh(asked)).toMatchObject({ error: 'invalid_grant' });
});
