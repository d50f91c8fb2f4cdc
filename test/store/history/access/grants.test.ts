/** Families of tokens and registered clients in a real SQLite file. */

import { describe, expect, it } from 'vitest';
import type { StoredClient, StoredGrant } from '../../../../store/history/access/grant-store.ts';
import { NOON, openTestHistory } from '../folder.fixture.ts';

function grant(id: string, rest: Partial<StoredGrant> = {}): StoredGrant {
  return {
    id,
    keyId: 'key_1',
    clientId: 'client_1',
    resource: 'mcp',
    createdUtcMs: NOON,
    accessHash: `access ${id}`.padEnd(64, '0'),
    accessUntilUtcMs: NOON + 1,
    refreshHash: `refresh ${id}`.padEnd(64, '0'),
    refreshUntilUtcMs: NOON + 2,
    ...rest,
  };
}

function client(id: string, rest: Partial<StoredClient> = {}): StoredClient {
  return { id, name: 'Test', redirectUris: ['https://a.example/'], createdUtcMs: NOON, ...rest };
}

describe('families of tokens', () => {
  it('come back as they were stored, oldest first, over a start', async () => {
    const { history, dir } = await openTestHistory();
    const grants = [grant('b', { createdUtcMs: NOON - 1, resource: 'service' }), grant('a')];
    for (const one of grants.toReversed()) await history.grants.putGrant(one);
    expect(await history.grants.grants()).toEqual(grants);
    await history.close();
    expect(await (await openTestHistory({ dir })).history.grants.grants()).toEqual(grants);
  });

  it('are replaced by their id', async () => {
    const { history } = await openTestHistory();
    const next = grant('a', { accessHash: 'x'.repeat(64), refreshHash: 'y'.repeat(64) });
    await history.grants.putGrant(grant('a'));
    await history.grants.putGrant(next);
    expect(await history.grants.grants()).toEqual([next]);
  });

  it('are removed, and those that are not there are passed over', async () => {
    const { history } = await openTestHistory();
    for (const id of ['a', 'b', "c'"]) await history.grants.putGrant(grant(id));
    await history.grants.removeGrants(['a', "c'", 'z']);
    await history.grants.removeGrants([]);
    expect((await history.grants.grants()).map(({ id }) => id)).toEqual(['b']);
  });

  it.each([
    ['a resource that there is not', { resource: 'everything' }],
    ['what is no hash', { accessHash: 'ta_secret' }],
    ['what is no hash of a refresh token', { refreshHash: 'tr_secret' }],
  ])('are refused with %s', async (_, bad) => {
    const { history } = await openTestHistory();
    await expect(history.grants.putGrant(grant('a', bad))).rejects.toMatchObject({
      code: 'data_unusable',
    });
    expect(await history.grants.grants()).toEqual([]);
  });
});

describe('registered clients', () => {
  it('come back as they were stored, oldest first, and are removed', async () => {
    const { history } = await openTestHistory();
    const clients = [
      client('b', { createdUtcMs: NOON - 1, name: '“quoted” \u{1f3cb}' }),
      client('a', { redirectUris: ['https://a.example/?a="b"', 'http://localhost/'] }),
    ];
    for (const one of clients.toReversed()) await history.grants.addClient(one);
    expect(await history.grants.clients()).toEqual(clients);
    await history.grants.removeClients(['b', 'z']);
    expect(await history.grants.clients()).toEqual(clients.slice(1));
  });

  it('are not replaced', async () => {
    const { history } = await openTestHistory();
    await history.grants.addClient(client('a'));
    const other = client('a', { redirectUris: ['https://evil.example/'] });
    await expect(history.grants.addClient(other)).rejects.toMatchObject({ code: 'data_unusable' });
    expect(await history.grants.clients()).toEqual([client('a')]);
  });
});
