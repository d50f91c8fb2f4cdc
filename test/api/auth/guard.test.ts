import { afterEach, expect, it } from 'vitest';
import { FakeClock } from '../../support/fake-clock.ts';
import { limits } from '../../support/limits.ts';
import { type Service, startService } from '../../support/service.ts';
import { gymsOf, KEYS, keysOf } from './gyms.fixture.ts';

const COUNTED = 'tk_counted';

let service: Service;
let access: Awaited<ReturnType<typeof keysOf>>;
const begin = async ({
  lookupLimit = 100,
  ...said
}: Parameters<typeof startService>[0] & { lookupLimit?: number } = {}) => {
  access = await keysOf({ secret: COUNTED, gymId: 'gym', role: 'manager', lookupLimit });
  service = await startService({ gyms: gymsOf('gym', 'demo'), access, ...said });
};
afterEach(() => service.close());

const ask = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  service.get(target, { method, headers });
const counted = (target: string, more: Record<string, string> = {}, method = 'GET') =>
  ask(target, { 'X-Api-Key': COUNTED, ...more }, method);

it('a request without a good credential is told that it is not authenticated, and where to get in; no error where nothing was sent', async () => {
  await begin();
  const answer = await ask('/v1/summary');
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toBe(
    `Bearer resource_metadata="${service.url}/.well-known/oauth-protected-resource"`,
  );
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('vary')).toBe('Authorization, X-Api-Key, X-Sandbox, Cookie');
  expect(await answer.json()).toEqual({
    detail: 'Not authenticated',
    code: 'missing_credentials',
    // First how to see the own gym, then the sample one.
    hint: expect.stringMatching(/turnout key create.*http:\/\/127\.0\.0\.1:\d+\/get-key/),
  });
});

it('a request without a good credential is 400 with two different ones, or one in the address, which is not repeated', async () => {
  await begin();
  const [owner, free] = [KEYS.owner, { 'X-Api-Key': KEYS.free }];
  for (const [target, headers, code] of [
    ['', { Authorization: `Bearer ${owner}`, ...free }, 'conflicting_credentials'],
    [`?api_key=${owner}`, free, 'credentials_in_query'],
  ] as const) {
    const answer = await ask(`/v1/summary${target}`, headers);
    const text = await answer.text();
    expect([answer.status, JSON.parse(text)]).toMatchObject([400, { code }]);
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_request"');
    expect(text).not.toContain('tk_');
  }
});

it('a lookup is charged for a 200, and the fields tell what is left', async () => {
  await begin({ lookupLimit: 3 });
  for (const left of [2, 1, 0]) {
    const answer = await counted('/v1/summary');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ratelimit-policy')).toBe('"burst";q=1000000;w=1, "lookups";q=3');
    expect(answer.headers.get('ratelimit')).toMatch(
      new RegExp(`^"burst";r=\\d+;t=1, "lookups";r=${left}$`),
    );
  }
  const refused = await counted('/v1/revenue');
  expect([refused.status, await refused.json()]).toMatchObject([
    402,
    { code: 'lookups_exhausted', lookup_limit: 3, detail: expect.stringMatching(/operator/) },
  ]);
  expect(refused.headers.get('retry-after')).toBeNull();
  expect(refused.headers.get('ratelimit')).toContain('"lookups";r=0');
  expect((await counted('/v1/summary', {}, 'HEAD')).status).toBe(402);
});

it('a lookup is not charged for HEAD, 304, 403, 404 and 422', async () => {
  await begin({ lookupLimit: 1 });
  const full = await ask('/v1/summary', { 'X-Api-Key': KEYS.owner });
  const free: [number, string, Record<string, string>?, string?][] = [
    [200, '/v1/summary', {}, 'HEAD'],
    [304, '/v1/summary', { 'If-None-Match': full.headers.get('etag') ?? '' }],
    [403, '/v1/summary?gym_id=nowhere'],
    [404, '/v1/trainers/nobody'],
    [422, '/v1/classes/performance?limit=0'],
    [200, '/v1/summary', { 'X-Sandbox': 'true' }],
    [405, '/v1/summary', {}, 'PUT'],
  ];
  for (const [status, target, headers, method] of free) {
    expect((await counted(target, headers, method)).status, target).toBe(status);
    expect(access.used(COUNTED), target).toBe(0);
  }
  expect((await counted('/v1/summary')).status).toBe(200);
  expect(access.used(COUNTED)).toBe(1);
});

it('a rate is held for each key; keys without a limit of lookups are told of the burst alone', async () => {
  const clock = new FakeClock();
  await begin({ limits: limits({ keyRequestsPerSecond: 2 }, clock) });
  const owner = { 'X-Api-Key': KEYS.owner };
  expect((await ask('/v1/summary', owner)).headers.get('ratelimit')).toBe('"burst";r=1;t=1');
  await ask('/v1/summary', owner);
  const refused = await ask('/v1/summary', owner);
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'rate_limited' }]);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(refused.headers.get('ratelimit-policy')).toBe('"burst";q=2;w=1');
  expect(refused.headers.get('ratelimit')).toBe('"burst";r=0;t=1');
  expect((await counted('/v1/summary')).status).toBe(200);
  await clock.advance(1_000);
  expect((await ask('/v1/summary', owner)).status).toBe(200);
});

it('a rate is held for each address, whatever it shows', async () => {
  await begin({ limits: limits({ addressRequestsPerSecond: 5 }, new FakeClock()) });
  const statuses: number[] = [];
  for (let at = 0; at < 20; at += 1) {
    statuses.push((await ask('/v1/summary', { 'X-Api-Key': `tk_wrong${at}` })).status);
  }
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(15).fill(429)]);
  const refused = await ask('/v1/summary', { 'X-Api-Key': KEYS.owner });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('ratelimit-policy')).toBe('"address";q=5;w=1');
  expect((await ask('/v1/summary', { 'X-Sandbox': 'true' })).status).toBe(429);
  expect((await ask('/health')).status).toBe(200);
});

it('a gym that is no longer configured is 403 for its keys', async () => {
  await begin({ gyms: gymsOf('demo') });
  const answer = await ask('/v1/summary', { 'X-Api-Key': KEYS.owner });
  const told = { code: 'forbidden', detail: expect.stringContaining('no longer configured') };
  expect([answer.status, await answer.json()]).toMatchObject([403, told]);
  expect((await ask('/v1/trainers/anna', { 'X-Api-Key': KEYS.trainer })).status).toBe(403);
});
