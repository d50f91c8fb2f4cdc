import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { Clock } from '../../../../runtime/clock.ts';
import { silentLog } from '../../../../runtime/log/log.ts';
import { type Access, openAccess } from '../../../../store/access/access.ts';
import { Credentials } from '../../../../store/access/credentials.ts';
import { type IssuedTokens, isVerifier, OAuth } from '../../../../store/access/oauth/oauth.ts';
import { isFault, type OAuthFault } from '../../../../store/access/oauth/requests.ts';
import { memoryCredentials } from '../../../support/memory-credentials.ts';
import { afterTest, openTestHistory } from '../../history/folder.fixture.ts';
import { TWO_GYMS } from '../two-gyms.fixture.ts';

const REDIRECT = 'https://app.example/callback';
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** An authorization server over a real history, with one client and one key. */
async function open() {
  const { history, clock } = await openTestHistory();
  const start = async () => {
    const access = await openAccess({ history, config: () => TWO_GYMS, clock, log: silentLog });
    afterTest(() => access.close());
    return { access, oauth: new OAuth({ access, clock, log: silentLog }) };
  };
  const { access, oauth } = await start();
  const again = async () => (await start()).oauth;
  const tokens = async () =>
    (await history.access.find()).filter(({ kind }) => kind === 'access' || kind === 'refresh');
  const clientId = await registered(oauth);
  const { key } = await access.createKey({ gymId: 'north', role: 'manager', by: 'test' });
  return { oauth, again, tokens, access, clock, history, clientId, keyId: key.id };
}

/** The id of a new client. */
async function registered(oauth: OAuth): Promise<string> {
  const client = await oauth.register({ redirect_uris: [REDIRECT] });
  if (isFault(client)) throw new Error(client.description);
  return client.id;
}

/** The same over a table that can fail. */
function inMemory({ principalOf }: Access, clock: Clock) {
  const store = memoryCredentials();
  const credentials = new Credentials(store, clock);
  const oauth = new OAuth({ access: { credentials, principalOf }, clock, log: silentLog });
  return { store, oauth };
}

type World = Awaited<ReturnType<typeof open>>;
type About = Pick<World, 'oauth' | 'clientId' | 'keyId'>;

const codeFor = ({ oauth, clientId, keyId }: About, resource: 'service' | 'mcp' = 'service') =>
  oauth.grantCode({ clientId, redirectUri: REDIRECT, codeChallenge: CHALLENGE, resource }, keyId);

const exchange = ({ oauth, clientId }: About, code: string, more: object = {}) =>
  oauth.exchangeCode({
    code,
    clientId,
    redirectUri: REDIRECT,
    codeVerifier: VERIFIER,
    resource: null,
    ...more,
  });

async function signIn(world: About, resource: 'service' | 'mcp' = 'service') {
  return good(await exchange(world, await codeFor(world, resource)));
}

const refresh = ({ oauth, clientId }: About, refreshToken: string, more: object = {}) =>
  oauth.refresh({ refreshToken, clientId, resource: null, ...more });

function good(tried: IssuedTokens | OAuthFault): IssuedTokens {
  if (isFault(tried)) throw new Error(`${tried.error}: ${tried.description}`);
  return tried;
}

const isGood = (oauth: OAuth, { accessToken }: IssuedTokens) =>
  oauth.findToken(accessToken, 'service') !== null;

describe('a code', () => {
  it('gives an hour of access to the figures of its key, by the access token alone', async () => {
    const world = await open();
    const tokens = await signIn(world);
    expect(tokens).toMatchObject({
      accessToken: expect.stringMatching(/^ta_\w{32}$/),
      refreshToken: expect.stringMatching(/^tr_\w{48}$/),
      expiresInS: 3_600,
    });
    const principal = world.oauth.findToken(tokens.accessToken, 'service');
    expect(principal).toMatchObject({ key: { id: world.keyId, role: 'manager' }, via: 'token' });
    for (const text of ['', tokens.refreshToken, `ta_${'a'.repeat(32)}`, 'a'.repeat(100_000)]) {
      expect(world.oauth.findToken(text, 'service')).toBeNull();
    }
    expect(await refresh(world, tokens.accessToken)).toMatchObject({ error: 'invalid_grant' });
    world.clock.advance(HOUR_MS - 1);
    expect(isGood(world.oauth, tokens)).toBe(true);
    world.clock.advance(1);
    expect(isGood(world.oauth, tokens)).toBe(false);
  });

  it('that is used again takes back what it gave, also when both come at once', async () => {
    const world = await open();
    const code = await codeFor(world);
    const tried = await Promise.all([exchange(world, code), exchange(world, code)]);
    expect(tried.map((one) => (isFault(one) ? one.error : 'tokens'))).toEqual([
      'tokens',
      'invalid_grant',
    ]);
    const [tokens] = tried.filter((one): one is IssuedTokens => !isFault(one));
    expect(tokens !== undefined && isGood(world.oauth, tokens)).toBe(false);
    expect(await world.tokens()).toEqual([]);
    expect(isFault(await refresh(world, tokens?.refreshToken ?? ''))).toBe(true);
  });

  it.each([
    ['another verifier', { codeVerifier: 'w'.repeat(43) }, 'invalid_grant'],
    ['another redirect address', { redirectUri: `${REDIRECT}/` }, 'invalid_grant'],
    ['a client that nobody knows', { clientId: 'client_x' }, 'invalid_client'],
    ['a client with a document', { clientId: 'https://a.example/b' }, 'invalid_grant'],
    ['another resource', { resource: 'mcp' }, 'invalid_target'],
  ])('with %s gives nothing', async (_, more, error) => {
    const world = await open();
    expect(await exchange(world, await codeFor(world), more)).toMatchObject({ error });
    expect(await world.tokens()).toEqual([]);
  });

  it('is good for less than a minute, and found out when it is used again for ten', async () => {
    const world = await open();
    const [young, old] = [await codeFor(world), await codeFor(world)];
    world.clock.advance(59_999);
    const tokens = good(await exchange(world, young));
    world.clock.advance(1);
    expect(await exchange(world, old)).toMatchObject({ error: 'invalid_grant' });
    world.clock.advance(539_999);
    await world.access.credentials.sweep();
    expect(isGood(world.oauth, tokens)).toBe(true);
    await exchange(world, young);
    expect(isGood(world.oauth, tokens)).toBe(false);
    world.clock.advance(1);
    await world.access.credentials.sweep();
    const kinds = (await world.history.access.find()).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['client', 'key']);
  });

  it.each([
    ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', 'of RFC 7636, appendix B', true],
    ['a'.repeat(42), 'that is too short', false],
    ['a'.repeat(129), 'that is too long', false],
    [`${'a'.repeat(43)}+`, 'with a character that is none of its own', false],
    [`${'a'.repeat(43)}\n`, 'with a line end', false],
  ])('takes the verifier %j %s: %s', (verifier, _, isGood) => {
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    expect([isVerifier(verifier, challenge), isVerifier(verifier, verifier)]).toEqual([
      isGood,
      false,
    ]);
  });
});

describe('an access token', () => {
  it('for the MCP endpoint is good nowhere else, one for the service everywhere', async () => {
    const world = await open();
    const [mcp, service] = [await signIn(world, 'mcp'), await signIn(world, 'service')];
    const found = ({ accessToken }: IssuedTokens) =>
      (['service', 'mcp'] as const).map((at) => world.oauth.findToken(accessToken, at) !== null);
    expect(found(mcp)).toEqual([false, true]);
    expect(found(service)).toEqual([true, true]);
  });

  it('is still good after a restart, nowhere to be read, and ends with its key at once', async () => {
    const world = await open();
    const tokens = await signIn(world);
    const oauth = await world.again();
    expect(isGood(oauth, tokens)).toBe(true);
    const kept = JSON.stringify(await world.history.access.find());
    expect(kept).not.toContain(tokens.accessToken.slice(3));
    expect(kept).not.toContain(tokens.refreshToken.slice(19));
    good(await oauth.refresh({ ...world, refreshToken: tokens.refreshToken, resource: null }));
    const last = await signIn(world);
    const revoking = world.access.revokeKey(world.keyId, 'test');
    expect(isGood(world.oauth, last)).toBe(false);
    await revoking;
    expect(await refresh(world, last.refreshToken)).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('a refresh token', () => {
  it('that is used again ends the whole family, however long ago it was used', async () => {
    const world = await open();
    const first = await signIn(world);
    world.clock.advance(29 * DAY_MS);
    const second = good(await refresh(world, first.refreshToken));
    expect([isGood(world.oauth, first), isGood(world.oauth, second)]).toEqual([false, true]);
    world.clock.advance(29 * DAY_MS);
    const third = good(await refresh(world, second.refreshToken));
    const bystander = await signIn(world);
    expect(await refresh(world, first.refreshToken)).toMatchObject({ error: 'invalid_grant' });
    expect(isGood(world.oauth, third)).toBe(false);
    expect(await refresh(world, third.refreshToken)).toMatchObject({ error: 'invalid_grant' });
    expect(isGood(world.oauth, bystander)).toBe(true);
    expect(await world.tokens()).toHaveLength(2);
  });

  it('of another client is refused, and stays good for its own', async () => {
    const world = await open();
    const tokens = await signIn(world);
    const clientId = await registered(world.oauth);
    expect(await refresh(world, tokens.refreshToken, { clientId })).toMatchObject({
      error: 'invalid_grant',
    });
    expect(await refresh(world, tokens.refreshToken, { resource: 'mcp' })).toMatchObject({
      error: 'invalid_target',
    });
    good(await refresh(world, tokens.refreshToken, { resource: 'service' }));
  });

  it('is good again where the new pair could not be stored', async () => {
    const { access, clock, keyId } = await open();
    const { store, oauth } = inMemory(access, clock);
    const world = { oauth, clientId: await registered(oauth), keyId };
    const tokens = await signIn(world);
    vi.spyOn(store, 'use').mockRejectedValueOnce(new Error('disk'));
    await expect(refresh(world, tokens.refreshToken)).rejects.toThrow('disk');
    expect(isGood(oauth, tokens)).toBe(true);
    good(await refresh(world, tokens.refreshToken));
  });
});

it.each(['accessToken', 'refreshToken'] as const)(
  'revocation of the %s ends both, over a start too',
  async (which) => {
    const world = await open();
    const tokens = await signIn(world);
    await world.oauth.revoke(tokens[which], world.clientId);
    expect(isGood(world.oauth, tokens)).toBe(false);
    expect(isFault(await refresh(world, tokens.refreshToken))).toBe(true);
    expect(isGood(await world.again(), tokens)).toBe(false);
  },
);

describe('what is kept', () => {
  const manyOf = async (world: About, count: number) => {
    const all: IssuedTokens[] = [];
    for (let made = 0; made < count; made += 1) all.push(await signIn(world));
    return all;
  };

  it('are 20 sign-ins of a key: the oldest ends for the next', async () => {
    const world = await open();
    const [first, second] = await manyOf(world, 21);
    expect(await world.tokens()).toHaveLength(2 * 20);
    expect(first !== undefined && isGood(world.oauth, first)).toBe(false);
    expect(second !== undefined && isGood(world.oauth, second)).toBe(true);
  });

  it('are 2,000 clients: the oldest without a sign-in goes for the next', async () => {
    const { access, clock, keyId } = await open();
    const { store, oauth } = inMemory(access, clock);
    const ids: string[] = [];
    for (let made = 0; made < 2_000; made += 1) ids.push(await registered(oauth));
    const [first = '', second = ''] = ids;
    await signIn({ oauth, clientId: first, keyId });
    await registered(oauth);
    const clients = (await store.find()).filter(({ kind }) => kind === 'client');
    expect(clients).toHaveLength(2_000);
    expect(isFault(await oauth.client(first))).toBe(false);
    expect(isFault(await oauth.client(second))).toBe(true);
  });
});
