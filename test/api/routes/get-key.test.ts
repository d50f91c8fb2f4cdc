/** `/get-key` as a person's browser and a program meet it, over each backing, with keys in a real history. */

import { Value } from 'typebox/value';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { ISSUED_KEY, type IssuedKey } from '../../../api/schemas/credentials.ts';
import type { Access } from '../../../store/access/access.ts';
import { openWorld } from '../../store/access/access.fixture.ts';
import type { FakeClock } from '../../support/fake-clock.ts';
import { gymSource } from '../../support/gym-source.ts';
import { gymView } from '../../support/gym-view.ts';
import { limits } from '../../support/limits.ts';
import { talk } from '../../support/raw-http.ts';
import { type Service, startService } from '../../support/service.ts';

/** As browsers ask for a page. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const FORM = { Accept: BROWSER, 'Content-Type': 'application/x-www-form-urlencoded' };

let service: Service;
let access: Access;
let clock: FakeClock;

beforeEach(async () => {
  ({ access, clock } = await openWorld());
  const few = limits({ freeKeysPerMinute: 5, freeKeysPerDay: 7 }, clock);
  const gyms = gymSource([gymView({ gym: { id: 'demo' } })]);
  service = await startService({ gyms, access, limits: few });
  onTestFinished(() => service.close());
});

const ask = (headers: Record<string, string> = {}, init: RequestInit = {}) =>
  service.get('/get-key', { headers, ...init });
const post = (headers: Record<string, string> = {}, body?: string) =>
  ask(headers, body === undefined ? { method: 'POST' } : { method: 'POST', body });
const summaryWith = (key: string) =>
  service.get('/v1/summary', { headers: { Authorization: `Bearer ${key}` } });

it.each<[string | undefined, string]>([
  [undefined, 'text/html'],
  [BROWSER, 'text/html'],
  ['application/json', 'application/json'],
])('GET /get-key with Accept %s is %s, and makes no key', async (accept, expected) => {
  const answer = await ask(accept === undefined ? {} : { Accept: accept });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')?.split(';')[0]).toBe(expected);
  expect(answer.headers.get('vary')).toContain('Accept');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(access.keys()).toEqual([]);
});

it.each<[string, Record<string, string>, string | undefined]>([
  ['nothing but the method', {}, undefined],
  ['what curl -d sends', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'a=1&a=2'],
])('POST /get-key by a program with %s gets a key that works', async (__, headers, body) => {
  const answer = await post(headers, body);
  const issued = (await answer.json()) as IssuedKey;
  expect(answer.status).toBe(201);
  expect([...Value.Errors(ISSUED_KEY, issued)]).toEqual([]);
  expect(issued.key).toMatch(/^tk_[0-9A-Za-z]{32}$/);
  expect(issued).toMatchObject({ gym_id: 'demo', role: 'free', lookups: 100 });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('etag')).toBeNull();
  expect(access.keys()).toMatchObject([{ id: issued.key_id, role: 'free', lookupLimit: 100 }]);
  for (const example of Object.values(issued.examples)) {
    expect(example).toContain(issued.key);
    expect(example).toContain(`${service.url}/v1/summary`);
  }
  const summary = await summaryWith(issued.key);
  const left = expect.stringContaining('"lookups";r=99');
  expect([summary.status, summary.headers.get('ratelimit')]).toEqual([200, left]);
});

it('POST /get-key of a form for another site is 403 and makes none, whatever form it has', async () => {
  const foreign = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
  const json = { 'Content-Type': 'application/json', Accept: 'application/json' };
  for (const form of [FORM, {}, json]) {
    expect((await post({ ...form, ...foreign }, 'x=1')).status).toBe(403);
  }
  expect(access.keys()).toEqual([]);
});

it('an address gets five keys a minute, then is told how long to wait', async () => {
  for (const __ of [1, 2, 3, 4, 5]) expect((await post()).status).toBe(201);
  const refused = await post();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
  await clock.advance(30_000);
  const page = await post({ ...FORM, 'Sec-Fetch-Site': 'same-origin', Origin: service.url }, '');
  expect([page.status, page.headers.get('retry-after')]).toEqual([429, '30']);
  expect(await page.text()).toContain('The next one can be made in 30 seconds.');
  expect(access.keys()).toHaveLength(5);
  await clock.advance(30_000);
  expect((await post()).status).toBe(201);
  expect((await post()).status).toBe(201);
});

it('/get-key puts nothing of a request into its answer', async () => {
  const marks = { 'X-Forwarded-Host': 'evil.example', 'User-Agent': 'evil.example' };
  const headers = { ...marks, Accept: `text/html;evil.example` };
  for (const init of [{}, { method: 'POST' }]) {
    const answer = await service.get('/get-key?evil.example=<script>', { headers, ...init });
    const told = JSON.stringify([...answer.headers]) + (await answer.text());
    expect(told).not.toContain('evil.example');
  }
  const head = 'GET /get-key HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n';
  expect(await talk(service.port, head)).not.toContain('evil.example');
});
