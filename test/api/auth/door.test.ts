/** Who comes in, what they see and what they spend, for adapters that ask several things in one request. */

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Answer, StreamBody } from '../../../api/http/message.ts';
import type { Visitor } from '../../../service/callers/visitor.ts';
import type { OAuth } from '../../../store/access/oauth/oauth.ts';
import { isFault, type ResourceName } from '../../../store/access/oauth/requests.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { limits } from '../../support/limits.ts';
import { memoryOAuth } from '../../support/memory-grants.ts';
import { until } from '../../support/until.ts';
import { BASE, startDoor } from './door.fixture.ts';
import { gymsOf, KEYS, keysOf } from './gyms.fixture.ts';

const COUNTED = 'tk_counted';
const MCP = { resource: 'mcp', isOpen: false } as const;
const OPEN = { resource: 'service', isOpen: true } as const;
const METADATA = `${BASE}/.well-known/oauth-protected-resource`;
const DONE: Answer = { status: 200, value: { ok: true } };

type Parts = Partial<Parameters<typeof startDoor>[0]>;

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const begin = async ({ lookupLimit = 100, ...parts }: Parts & { lookupLimit?: number } = {}) => {
  const access = keysOf({ secret: COUNTED, gymId: 'gym', role: 'manager', lookupLimit });
  const service = await startDoor({ access, ...parts });
  open.push(service);
  const counted = (method = 'POST') =>
    service.ask('/door', { method, headers: { 'X-Api-Key': COUNTED } });
  return { ...service, access, counted, used: () => access.used(COUNTED) };
};
const by = (key: string) => ({ headers: { 'X-Api-Key': key } });

describe('who is refused', () => {
  it.each<[string, string, Record<string, string>]>([
    ['nothing was shown', '', {}],
    ['the key is unknown', '', { 'X-Api-Key': KEYS.unknown }],
    ['the key was revoked', '', { Authorization: `Bearer ${KEYS.revoked}` }],
    ['the scheme is another', '', { Authorization: 'Basic dXNlcjpwYXNz' }],
    ['the key is empty', '', { 'X-Api-Key': '' }],
    ['two are shown', '', { Authorization: `Bearer ${KEYS.owner}`, 'X-Api-Key': KEYS.free }],
    ['it stands in the address', `?token=${KEYS.owner}`, { 'X-Api-Key': KEYS.owner }],
    ['the gym is not theirs', '?gym_id=rival', { 'X-Api-Key': KEYS.owner }],
    ['the sandbox has no such gym', '?gym_id=gym', { 'X-Sandbox': 'true' }],
  ])('is told what the four endpoints tell, where %s', async (_name, query, headers) => {
    const { ask } = await begin();
    const expected = await toldBy(await ask(`/v1/summary${query}`, { headers }));
    expect(expected.status).toBeGreaterThanOrEqual(400);
    expect(await toldBy(await ask(`/door${query}`, { headers }))).toEqual(expected);
  });

  it('is led to the metadata of what they asked for', async () => {
    const { ask } = await begin({ door: MCP });
    const challengeOf = async (init?: RequestInit) =>
      (await ask('/door', init)).headers.get('www-authenticate');
    const own = `Bearer resource_metadata="${METADATA}/mcp"`;
    expect(await challengeOf()).toBe(own);
    expect(await challengeOf(by(KEYS.unknown))).toContain(`${own}, error="invalid_token"`);
    expect((await ask('/v1/summary')).headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${METADATA}"`,
    );
  });
});

it.each([
  ['service', MCP, 200],
  ['mcp', MCP, 200],
  ['service', OPEN, 200],
  ['mcp', OPEN, 401],
] as const)('a token for %s, shown at %j, is %i', async (resource, door, status) => {
  const access = keysOf();
  const oauth = await memoryOAuth(access);
  const token = await tokenFor(oauth, access.find(KEYS.manager)?.key.id ?? '', resource);
  const { ask } = await begin({ access, oauth, door });
  const answer = await ask('/door', { headers: { Authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(status);
  if (status === 200) expect(await answer.json()).toMatchObject({ gym: 'gym' });
});

describe('an open door', () => {
  it('shows the sample gym to who shows nothing, marked, and spends nothing', async () => {
    const { ask, access } = await begin({ door: OPEN, gyms: gymsOf('gym') });
    access.spend = () => {
      throw new Error('spent');
    };
    const answer = await ask('/door', { method: 'POST' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-sandbox')).toBe('true');
    expect(answer.headers.get('ratelimit')).toBeNull();
    expect(answer.headers.get('vary')).toBe('Authorization, X-Api-Key, X-Sandbox, Cookie');
    expect(await answer.json()).toMatchObject({ gym: 'demo', is_sample: true, via: null });
  });

  it.each<[string, string, Record<string, string>, number]>([
    ['an unknown key', '', { 'X-Api-Key': KEYS.unknown }, 401],
    ['an empty key', '', { 'X-Api-Key': '' }, 401],
    ['an empty Authorization', '', { Authorization: '' }, 401],
    ['a key in the address', `?key=${KEYS.owner}`, {}, 400],
    ['two keys', '', { Authorization: 'Bearer a', 'X-Api-Key': 'b' }, 400],
    ['a sandbox that is none', '', { 'X-Sandbox': 'yes', 'X-Api-Key': KEYS.unknown }, 401],
  ])('is shut for %s', async (_name, query, headers, status) => {
    const { ask } = await begin({ door: OPEN });
    expect((await ask(`/door${query}`, { headers })).status).toBe(status);
  });
});

describe('what is spent', () => {
  it('is charged where the client went away before the answer', async () => {
    let release: () => void = () => undefined;
    const { port, ask, used } = await begin({
      visit: async (visitor, { rawQuery }) => {
        if (rawQuery === 'free') return DONE;
        await visitor.spend();
        await visitor.spend();
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        return DONE;
      },
    });
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`GET /door HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${COUNTED}\r\n\r\n`);
    await until(() => used() === 2);
    socket.destroy();
    // A later request is answered once the server has seen that the connection is gone.
    await once(socket, 'close');
    await ask('/door?free', by(COUNTED));
    release();
    // What follows is answered after what was given up.
    await ask('/door?free', by(COUNTED));
    expect(used()).toBe(2);
  });

  it('for a stream is charged once its head goes out, also what is spent behind it; not for HEAD', async () => {
    const text = (said: string) => new TextEncoder().encode(said);
    const visit = async (visitor: Visitor) => {
      await visitor.spend();
      const chunks = async function* () {
        yield text('one ');
        await visitor.spend();
        yield text('two ');
        await visitor.spend();
        visitor.giveBack();
        yield text('nothing');
      };
      return { status: 200, value: new StreamBody('text/plain', chunks()) };
    };
    const { ask, counted, used } = await begin({ visit });
    const answer = await counted();
    expect(await answer.text()).toBe('one two nothing');
    expect(answer.headers.get('ratelimit')).toContain('"lookups";r=99');
    expect(used()).toBe(2);
    expect((await ask('/door', { ...by(COUNTED), method: 'HEAD' })).status).toBe(200);
    expect(used()).toBe(2);
  });

  it.each([
    ['key', limits({ keyRequestsPerSecond: 3 }, new FakeClock()), by(COUNTED)],
    [
      'address',
      limits({ addressRequestsPerSecond: 3 }, new FakeClock()),
      { headers: { 'X-Sandbox': 'true' } },
    ],
  ])('in one request counts for the rate of the %s', async (who, said, init) => {
    const seen: unknown[] = [];
    const visit = async (visitor: Visitor) => {
      for (let at = 0; at < 5; at += 1) seen.push(await visitor.spend());
      return DONE;
    };
    const { ask, used } = await begin({ limits: said, visit });
    expect((await ask('/door', init)).status).toBe(200);
    const refused = {
      code: 'rate_limited',
      detail: `This ${who} asks too fast: ask again in 1 second.`,
    };
    expect(seen).toEqual([null, null, null, refused, refused]);
    expect(used()).toBe(who === 'key' ? 3 : 0);
    expect((await ask('/door', init)).status).toBe(429);
  });
});

/** All of an answer but what names the one request. */
async function toldBy(answer: Response) {
  const headers = [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return { status: answer.status, headers, body: await answer.json() };
}

const VERIFIER = 'v'.repeat(43);

async function tokenFor(oauth: OAuth, keyId: string, resource: ResourceName): Promise<string> {
  const redirectUri = 'https://app.example/callback';
  const client = await oauth.register({ redirect_uris: [redirectUri] });
  if (isFault(client)) throw new Error(client.description);
  const codeChallenge = createHash('sha256').update(VERIFIER).digest('base64url');
  const asked = { clientId: client.id, redirectUri, codeChallenge, resource };
  const tokens = await oauth.exchangeCode({
    code: await oauth.grantCode(asked, keyId),
    clientId: client.id,
    redirectUri,
    codeVerifier: VERIFIER,
    resource: null,
  });
  if (isFault(tokens)) throw new Error(tokens.description);
  return tokens.accessToken;
}
