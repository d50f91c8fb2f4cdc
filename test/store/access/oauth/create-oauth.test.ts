import { createHash } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { silentLog } from '../../../../runtime/log/log.ts';
import { openAccess } from '../../../../store/access/access.ts';
import { Credentials } from '../../../../store/access/credentials.ts';
import {
  createOAuth,
  type IssuedTokens,
  isVerifier,
  type OAuth,
} from '../../../../store/access/oauth/oauth.ts';
import { isFault, type OAuthFault } from '../../../../store/access/oauth/requests.ts';
import { memoryCredentials } from '../../../support/memory-credentials.ts';
import { DAY_MS, HOUR_MS } from '../../../support/times.ts';
import { openTestHistory } from '../../history/folder.fixture.ts';
import { TWO_GYMS } from '../access.fixture.ts';

const REDIRECT = 'https://app.example/callback';
const VERIFIER = 'v'.repeat(43);
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/** An authorization server over a real history, with one client and one key. */
async function open() {
  const { history, clock } = await openTestHistory();
  const start = async () => {
    const access = await openAccess({ history, config: () => TWO_GYMS, clock, log: silentLog });
    onTestFinished(() => access.close());
    return { access, oauth: createOAuth({ access, clock, log: silentLog }) };
  };
  const { access, oauth } = await start();
  const { key } = await access.createKey({ gymId: 'north', role: 'manager', by: 'test' });
  const rows = (...kinds: string[]) =>
    history.access.find().then((all) => all.filter(({ kind }) => kinds.includes(kind)));
  const client = await clientOf(oauth, key.id);
  return { oauth, start, rows, access, clock, history, keyId: key.id, ...client };
}

type At = 'service' | 'mcp';

/** What a new client does at an authorization server, signed in for a key. */
async function clientOf(oauth: OAuth, keyId: string) {
  const { id: clientId } = good(await oauth.register({ redirect_uris: [REDIRECT] }));
  const asked = { clientId, redirectUri: REDIRECT, codeChallenge: challengeOf(VERIFIER) };
  const code = (resource: At = 'service') => oauth.grantCode({ ...asked, resource }, keyId);
  const proof = { clientId, redirectUri: REDIRECT, codeVerifier: VERIFIER, resource: null };
  const exchange = (text: string, more: object = {}) =>
    oauth.exchangeCode({ code: text, ...proof, ...more });
  return {
    clientId,
    code,
    exchange,
    signIn: async (resource?: At) => good(await exchange(await code(resource))),
    refresh: ({ refreshToken }: Pick<IssuedTokens, 'refreshToken'>, more: object = {}) =>
      oauth.refresh({ refreshToken, clientId, resource: null, ...more }),
    isGood: ({ accessToken }: IssuedTokens, at: At = 'service') =>
      oauth.findToken(accessToken, at) !== null,
  };
}

function good<Result extends object>(tried: Result | OAuthFault): Result {
  if (isFault(tried)) throw new Error(`${tried.error}: ${tried.description}`);
  return tried;
}

const refused = (error: string) => expect.objectContaining({ error });

it('a code gives an hour of access to the figures of its key, by the access token alone', async () => {
  const { oauth, signIn, refresh, isGood, clock, keyId } = await open();
  const tokens = await signIn();
  const principal = oauth.findToken(tokens.accessToken, 'service');
  expect(principal).toMatchObject({ key: { id: keyId, role: 'manager' }, via: 'token' });
  for (const text of ['', tokens.refreshToken, `ta_${'a'.repeat(32)}`, 'a'.repeat(100_000)]) {
    expect(oauth.findToken(text, 'service')).toBeNull();
  }
  expect(await refresh({ refreshToken: tokens.accessToken })).toEqual(refused('invalid_grant'));
  clock.skip(HOUR_MS - 1);
  expect(isGood(tokens)).toBe(true);
  clock.skip(1);
  expect(isGood(tokens)).toBe(false);
});

it('a code that is used again takes back what it gave, also when both come at once', async () => {
  const { code, exchange, refresh, isGood, rows } = await open();
  const text = await code();
  const [first, second] = await Promise.all([exchange(text), exchange(text)]);
  expect(second).toEqual(refused('invalid_grant'));
  const tokens = good(first);
  expect(isGood(tokens)).toBe(false);
  expect(await rows('access', 'refresh')).toEqual([]);
  expect(isFault(await refresh(tokens))).toBe(true);
});

it.each([
  ['another verifier', { codeVerifier: 'w'.repeat(43) }, 'invalid_grant'],
  ['another redirect address', { redirectUri: `${REDIRECT}/` }, 'invalid_grant'],
  ['a client that nobody knows', { clientId: 'client_x' }, 'invalid_client'],
  ['a client with a document', { clientId: 'https://a.example/b' }, 'invalid_grant'],
  ['another resource', { resource: 'mcp' }, 'invalid_target'],
])('a code with %s gives nothing', async (_, more, error) => {
  const { code, exchange, rows } = await open();
  expect(await exchange(await code(), more)).toEqual(refused(error));
  expect(await rows('access', 'refresh')).toEqual([]);
});

it('a code is good for less than a minute, and found out when it is used again for ten', async () => {
  const { code, exchange, isGood, clock, access, rows } = await open();
  const [young, old] = [await code(), await code()];
  clock.skip(59_999);
  const tokens = good(await exchange(young));
  clock.skip(1);
  expect(await exchange(old)).toEqual(refused('invalid_grant'));
  clock.skip(539_999);
  await access.credentials.sweep();
  expect(isGood(tokens)).toBe(true);
  await exchange(young);
  expect(isGood(tokens)).toBe(false);
  clock.skip(1);
  await access.credentials.sweep();
  expect(await rows('code', 'access', 'refresh')).toEqual([]);
});

it.each([
  ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', 'of RFC 7636, appendix B', true],
  ['a'.repeat(42), 'that is too short', false],
  ['a'.repeat(129), 'that is too long', false],
  [`${'a'.repeat(43)}+`, 'with a character that is none of its own', false],
  [`${'a'.repeat(43)}\n`, 'with a line end', false],
])('a code takes the verifier %j %s: %s', (verifier, _, isTaken) => {
  expect(isVerifier(verifier, challengeOf(verifier))).toBe(isTaken);
  expect(isVerifier(verifier, verifier)).toBe(false);
});

it('an access token for the MCP endpoint is good nowhere else, one for the service everywhere', async () => {
  const { signIn, isGood } = await open();
  const [mcp, service] = [await signIn('mcp'), await signIn('service')];
  expect([isGood(mcp, 'service'), isGood(mcp, 'mcp')]).toEqual([false, true]);
  expect([isGood(service, 'service'), isGood(service, 'mcp')]).toEqual([true, true]);
});

it('an access token is still good after a restart, nowhere to be read, and ends with its key at once', async () => {
  const { signIn, refresh, isGood, start, history, access, clientId, keyId } = await open();
  const tokens = await signIn();
  const { oauth } = await start();
  expect(oauth.findToken(tokens.accessToken, 'service')).not.toBeNull();
  const stored = JSON.stringify(await history.access.find());
  expect(stored).not.toContain(tokens.accessToken.slice(3));
  expect(stored).not.toContain(tokens.refreshToken.slice(19));
  const { refreshToken } = tokens;
  good(await oauth.refresh({ clientId, refreshToken, resource: null }));
  const last = await signIn();
  const revoking = access.revokeKey(keyId, 'test');
  expect(isGood(last)).toBe(false);
  await revoking;
  expect(await refresh(last)).toEqual(refused('invalid_grant'));
});

it('a refresh token that is used again ends the whole family, however long ago it was used', async () => {
  const { signIn, refresh, isGood, clock, rows } = await open();
  const first = await signIn();
  clock.skip(29 * DAY_MS);
  const second = good(await refresh(first));
  expect([isGood(first), isGood(second)]).toEqual([false, true]);
  clock.skip(29 * DAY_MS);
  const third = good(await refresh(second));
  const bystander = await signIn();
  expect(await refresh(first)).toEqual(refused('invalid_grant'));
  expect(isGood(third)).toBe(false);
  expect(await refresh(third)).toEqual(refused('invalid_grant'));
  expect(isGood(bystander)).toBe(true);
  expect(await rows('access', 'refresh')).toHaveLength(2);
});

it('requests that arrive with one refresh token together get the same pair, and one that comes later none', async () => {
  const { signIn, refresh, isGood } = await open();
  const first = await signIn();
  const [second, again] = await Promise.all([refresh(first), refresh(first)]);
  expect(again).toEqual(good(second));
  expect(await refresh(first)).toEqual(refused('invalid_grant'));
  expect(isGood(good(second))).toBe(false);
});

it('a refresh token of another client is refused, and stays good for its own', async () => {
  const { oauth, signIn, refresh, keyId } = await open();
  const tokens = await signIn();
  const other = await clientOf(oauth, keyId);
  expect(await other.refresh(tokens)).toEqual(refused('invalid_grant'));
  expect(await refresh(tokens, { resource: 'mcp' })).toEqual(refused('invalid_target'));
  good(await refresh(tokens, { resource: 'service' }));
});

it('a refresh token is good again where the new pair could not be stored', async () => {
  const { history, signIn, refresh, isGood } = await open();
  const tokens = await signIn();
  vi.spyOn(history.access, 'use').mockRejectedValueOnce(new Error('disk'));
  await expect(refresh(tokens)).rejects.toThrow('disk');
  expect(isGood(tokens)).toBe(true);
  good(await refresh(tokens));
});

it.each(['accessToken', 'refreshToken'] as const)('revoking the %s ends both', async (which) => {
  const { oauth, start, signIn, refresh, isGood, clientId } = await open();
  const tokens = await signIn();
  await oauth.revoke(tokens[which], clientId);
  expect(isGood(tokens)).toBe(false);
  expect(isFault(await refresh(tokens))).toBe(true);
  expect((await start()).oauth.findToken(tokens.accessToken, 'service')).toBeNull();
});

it('what is stored are 20 sign-ins of a key: the oldest ends for the next', async () => {
  const { signIn, isGood, rows } = await open();
  const [first, second] = [await signIn(), await signIn()];
  for (let more = 2; more < 21; more += 1) await signIn();
  expect(await rows('access', 'refresh')).toHaveLength(2 * 20);
  expect([isGood(first), isGood(second)]).toEqual([false, true]);
});

it('what is stored are 2,000 clients: the oldest without a sign-in goes for the next', async () => {
  const { access, clock, keyId } = await open();
  const store = memoryCredentials();
  const parts = { credentials: new Credentials(store, clock), principalOf: access.principalOf };
  const oauth = createOAuth({ access: parts, clock, log: silentLog });
  const [first, second] = [await clientOf(oauth, keyId), await clientOf(oauth, keyId)];
  await first.signIn();
  for (let more = 2; more < 2_001; more += 1) await clientOf(oauth, keyId);
  const clients = (await store.find()).filter(({ kind }) => kind === 'client');
  expect(clients).toHaveLength(2_000);
  expect(isFault(await oauth.client(first.clientId))).toBe(false);
  expect(isFault(await oauth.client(second.clientId))).toBe(true);
});
