/** The analytics routes as a client meets them: what is asked for, kept and refused. Their figures are those of test/recorded. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GymSource } from '../../../../service/gyms/gym-source.ts';
import { listen } from '../../../support/backings.ts';
import { gymSource } from '../../../support/gym-source.ts';
import { gymView } from '../../../support/gym-view.ts';
import { memoryAccess } from '../../../support/memory-access.ts';
import { type Service, startService } from '../../../support/service.ts';

const NOW_UTC_MS = Date.UTC(2026, 6, 4, 18);
const trainers = [
  { id: 'sam-1', name: 'Sam' },
  { id: 'sam-2', name: 'Sám' },
  { id: 'anna-kovacs', name: 'Anna Kovács' },
];

let service: Service;
let view = gymView({ nowUtcMs: NOW_UTC_MS, trainers });
const source: GymSource = { ...gymSource([view]), view: () => view };
const access = memoryAccess([{ secret: 'tk_owner', gymId: 'gym', role: 'owner' }]);
beforeAll(async () => {
  service = await startService(listen, source, { access });
});
afterAll(() => service.close());

const ask = (target: string, init: RequestInit = {}) =>
  service.get(target, { ...init, headers: { 'X-Api-Key': 'tk_owner', ...init.headers } });

it('a summary is built once for each view, and anew from the next', async () => {
  const before = (await ask('/v1/summary')).headers.get('etag');
  expect((await ask('/v1/summary')).headers.get('etag')).toBe(before);
  view = { ...view, nowUtcMs: NOW_UTC_MS + 1_000 };
  const after = await ask('/v1/summary');
  expect(after.headers.get('etag')).not.toBe(before);
  expect(await after.json()).toMatchObject({ generated_at: '2026-07-04T19:00:01+01:00' });
});

it.each([
  ['ANNA%20KOVACS', 200, { trainer: { id: 'anna-kovacs' } }],
  ['ana%20kovacs', 404, { code: 'unknown_trainer', nearest: expect.any(Array) }],
  ['sam', 409, { code: 'ambiguous_trainer', trainers: [{ id: 'sam-1' }, { id: 'sam-2' }] }],
])('a trainer by the name %s is %i', async (name, status, body) => {
  const answer = await ask(`/v1/trainers/${name}`);
  expect([answer.status, await answer.json()]).toMatchObject([status, body]);
});

it('the sandbox answers where its header says true, and says so', async () => {
  for (const value of ['true', 'TRUE']) {
    const answer = await ask('/v1/summary', { headers: { 'X-Sandbox': value } });
    expect(answer.headers.get('x-sandbox')).toBe('true');
    expect(await answer.json()).toMatchObject({ gym_id: 'demo' });
  }
  for (const value of ['yes', '1', '']) {
    const answer = await ask('/v1/summary', { headers: { 'X-Sandbox': value } });
    expect(answer.headers.get('x-sandbox')).toBeNull();
    expect(await answer.json()).toMatchObject({ gym_id: 'gym' });
  }
});

it('an answer is private, tagged, and has HEAD, 304, 405 and a preflight', async () => {
  const full = await ask('/v1/revenue');
  expect(full.headers.get('cache-control')).toBe('private, no-cache');
  expect(full.headers.get('vary')).toBe('Authorization, X-Api-Key, X-Sandbox, Cookie');
  const etag = full.headers.get('etag') ?? '';
  const same = await ask('/v1/revenue', { headers: { 'If-None-Match': etag } });
  expect([same.status, await same.text()]).toEqual([304, '']);
  expect(same.headers.get('vary')).toBe(full.headers.get('vary'));
  const head = await ask('/v1/revenue', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(head.headers.get('content-length')).toBe(full.headers.get('content-length'));
  const posted = await ask('/v1/revenue', { method: 'POST', body: 'x' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  const asked = await ask('/v1/revenue', {
    method: 'OPTIONS',
    headers: { Origin: 'https://a.example', 'Access-Control-Request-Method': 'GET' },
  });
  expect(asked.status).toBe(204);
});
