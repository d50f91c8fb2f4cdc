/** The service as a client meets it: real server, real sockets, an engine that says what it is told. */

import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Server } from '../../api/server.ts';
import { CAMERA_STATES } from '../../engine/cameras/state.ts';
import type { EngineStatus } from '../../service/status.ts';
import { camera, engineStatus, feedStatus } from '../support/engine-status.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { limits } from '../support/limits.ts';
import { openServer } from '../support/open-server.ts';
import { talk } from '../support/raw-http.ts';
import { RecordedLog } from '../support/recorded-log.ts';

let server: Server;
let status: () => EngineStatus;
let clock: FakeClock;
let log: RecordedLog;

const open = (change: Parameters<typeof openServer>[0] = {}) =>
  openServer({ engine: { status: () => status() }, log, clock, ...change });

beforeEach(async () => {
  status = engineStatus;
  log = new RecordedLog();
  clock = new FakeClock();
  server = await open({ publicUrl: 'https://turnout.example/' });
});
afterEach(() => server.close());

const get = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init);
const port = () => Number(new URL(server.url).port);
const raw = (head: string, headers = '', body = '', until?: string | RegExp) =>
  talk(port(), `${head} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n${body}`, until);

const ill = () => ({
  ...engineStatus(),
  cameras: [camera({ state: 'failing', id: 'SecretCam' })],
  detectors: engineStatus().detectors.map((one) => {
    return { ...one, name: '/srv/x/SecretPlugin', isLoaded: false, isQuarantined: true };
  }),
});

const FEED_DOWN = { code: 'feed_unreachable', detail: 'check the address and the network' };

it.each<[string, Partial<EngineStatus>]>([
  ['cameras', { cameras: [camera({ state: 'unauthorized' }), camera()] }],
  ['detectors', { detectors: ill().detectors }],
  ['storage', { storage: { ...engineStatus().storage, state: 'failing', detail: 'disk full' } }],
  ['descriptors', { descriptors: { shortSinceUtcMs: 0 } }],
  ['schedule', { schedule: { feeds: [feedStatus(), feedStatus({ fault: FEED_DOWN })] } }],
  ['configuration', { configuration: { ...engineStatus().configuration, faults: ['line 3'] } }],
])('GET /health is degraded, still 200, when %s are in trouble', async (name, part) => {
  status = () => ({ ...engineStatus(), ...part });
  const answer = await get('/health');
  expect(answer.status).toBe(200);
  const checks = { [name]: { status: 'degraded', detail: expect.any(String) } };
  expect(await answer.json()).toMatchObject({ status: 'degraded', checks });
});

it('GET /health is degraded by a camera in a state that needs someone', async () => {
  const found: string[] = [];
  for (const state of CAMERA_STATES) {
    status = () => ({ ...engineStatus(), cameras: [camera({ state })] });
    await clock.advance(250);
    const health = await (await get('/health')).json();
    if (health.status === 'degraded') found.push(state);
  }
  expect(found).toEqual(['degraded', 'waiting', 'unauthorized', 'failing']);
});

it('GET /health?strict is 503 where something is degraded, with the same body; what says no is no such wish', async () => {
  expect((await get('/health?strict=1')).status).toBe(200);
  await clock.advance(1_000);
  status = ill;
  for (const [query, expected] of [
    ...['', '?strict=0', '?strict=false'].map((one) => [one, 200] as const),
    ...['?strict=1', '?strict=true', '?strict'].map((one) => [one, 503] as const),
  ]) {
    const answer = await get(`/health${query}`);
    expect([query, answer.status]).toEqual([query, expected]);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ status: 'degraded' });
    expect(text).not.toContain('Secret');
    expect((await get(`/health${query}`, { method: 'HEAD' })).status).toBe(expected);
  }
});

it('every answer has an id of its own and a strong tag, and is 304 for who has it', async () => {
  const first = await get('/health');
  const idOf = ({ headers }: Response) => headers.get('x-request-id');
  expect(idOf(first)).toMatch(/^[0-9a-f-]{36}$/);
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{27}"$/);
  for (const header of [etag, `W/${etag}`, `"a,b", ${etag}`, '*']) {
    const again = await get('/health', { headers: { 'If-None-Match': header } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(again.headers.get('etag')).toBe(etag);
    expect([null, idOf(first)]).not.toContain(idOf(again));
  }
  const other = await get('/health', { headers: { 'If-None-Match': '"other"' } });
  expect(other.status).toBe(200);
});

it.each<[string, string?]>([
  ['/v1/trainer/anna', '/v1/trainers/{trainer}'],
  ['/v1/trainers/', '/v1/trainers/{trainer}'],
  ['/v1/classes', '/v1/classes/performance'],
  ['/v1/revenues', '/v1/revenue'],
  ...['/v1', '/mcp/x', '/ask/x', '/operator/v1/x'].map((path): [string] => [path]),
  ...['/v1/trainers/a%2Fb', '/v1/classes/performance/'].map((path): [string] => [path]),
] as const)(
  'a request that cannot be served for %s is a fault of the path',
  async (path, nearest) => {
    const answer = await get(path);
    expect(answer.status).toBe(422);
    const fault = { type: 'unknown_path', input: decodeURIComponent(path.slice(1)) };
    const ctx = nearest === undefined ? {} : { nearest };
    expect(await answer.json()).toMatchObject({
      detail: [{ ...fault, loc: ['path', 'path'], ctx }],
    });
  },
);

it('a request that cannot be served for broken percent-encoding or a far too long path is a fault of the path', async () => {
  expect(await raw('GET /a%zz')).toMatch(/^HTTP\/1\.1 422 .*"type":"path_encoding"/s);
  expect(await raw(`GET /${'a'.repeat(2_048)}`)).toMatch(
    /^HTTP\/1\.1 422 .*"type":"string_too_long"/s,
  );
});

it('a compressed body is refused with what to do', async () => {
  const sent = { method: 'POST', headers: { 'Content-Encoding': 'gzip' }, body: gzipSync('{}') };
  const answer = await get('/v1/query', sent);
  expect(answer.status).toBe(415);
  const detail = expect.stringContaining('send it uncompressed');
  expect(await answer.json()).toMatchObject({ code: 'unsupported_media_type', detail });
});

it('any other path answers every method with what there is', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const answer = await get('/some/where?x=1', { method });
    const { url, matched } = await answer.json();
    const told = [method, 200, 'https://turnout.example', false];
    expect([method, answer.status, url, matched]).toEqual(told);
  }
});

it('a browser asking first is told what it may do, without a body', async () => {
  const answer = await get('/v1/status', {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://page.example',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'authorization, x-api-key',
    },
  });
  expect(answer.status).toBe(204);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS');
  expect(answer.headers.get('access-control-allow-headers')).toBe('authorization, x-api-key');
  expect(answer.headers.get('vary')).toBe('Access-Control-Request-Headers');
  expect(await answer.text()).toBe('');
});

it('the server says where it listens, also when it listens everywhere', async () => {
  const everywhere = await open({ host: '0.0.0.0' });
  expect(everywhere.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const { url } = await (await fetch(`${everywhere.url}/x`)).json();
  expect(url).toBe(everywhere.url);
  await everywhere.close();
});

it('the server that is known by plain http beyond this computer gives out no tokens, and says so', async () => {
  const { url, close } = await open({ publicUrl: 'http://gym.example' });
  const ask = (path: string) => fetch(`${url}${path}`);
  const document = await (await ask('/.well-known/oauth-protected-resource/mcp')).json();
  expect(document).toMatchObject({ resource: 'http://gym.example/mcp' });
  expect(document).not.toHaveProperty('authorization_servers');
  expect((await ask('/.well-known/oauth-authorization-server')).status).toBe(404);
  expect(await (await ask('/oauth/authorize')).json()).toMatchObject({ matched: false });
  expect(log.of('sign_in_off')).toHaveLength(1);
  await close();
});

it('the server counts the addresses that a trusted proxy tells, and believes nobody else', async () => {
  const statuses = async (trustProxy: readonly string[]) => {
    const slow = limits({ addressRequestsPerSecond: 1 }, clock);
    const { url, close } = await open({ limits: slow, trustProxy });
    const seen: number[] = [];
    for (const client of ['192.0.2.1', '192.0.2.2', '192.0.2.1']) {
      const headers = { 'X-Api-Key': 'tk_wrong', 'X-Forwarded-For': client };
      seen.push((await fetch(`${url}/v1/summary`, { headers })).status);
    }
    await close();
    return seen;
  };
  expect(await statuses(['127.0.0.1'])).toEqual([401, 401, 429]);
  expect(await statuses([])).toEqual([401, 429, 429]);
});
