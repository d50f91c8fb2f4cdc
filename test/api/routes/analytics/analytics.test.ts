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
