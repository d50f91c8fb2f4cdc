import { afterEach, beforeEach, expect, it } from 'vitest';
import { expose, type Family } from '../../../api/metrics/exposition.ts';
import { familiesOf } from '../../../api/metrics/families.ts';
import type { CameraPlace, EngineStatus } from '../../../service/status.ts';
import { camera, engineStatus, feedStatus } from '../../support/engine-status.ts';
import { type Service, startService } from '../../support/service.ts';

/** Access counts over HTTP: rows are routes, whatever paths come. */

let service: Service;
beforeEach(async () => {
  service = await startService({ logLinesDropped: () => 3 });
});
afterEach(() => service.close());

it('counts each route under its template, by method and status, and methods that nobody knows as one', async () => {
  const sandbox = { headers: { 'X-Sandbox': 'true' } };
  await service.get('/v1/trainers/a', sandbox);
  await service.get('/v1/trainers/b?period=x', sandbox);
  await service.get('/v1/summary', sandbox);
  await service.get('/v1/summary', { ...sandbox, method: 'HEAD' });
  await service.get('/v1/summary', { method: 'DELETE' });
  await service.get('/some/where');
  await service.get('/v1/else');
  for (const method of ['PROPFIND', 'LOCK']) await service.get('/health', { method });
  const { total, endpoints } = (await (await service.get('/metrics')).json()) as {
    readonly total: number;
    readonly endpoints: Record<string, { readonly count: number }>;
  };
  expect(total).toBe(9);
  const seen = Object.entries(endpoints).filter(([, { count }]) => count > 0);
  // The question itself is counted once it is answered.
  expect(seen).toHaveLength(6);
  expect(Object.fromEntries(seen)).toMatchObject({
    'GET /v1/trainers/{trainer}': { count: 2, by_status: { 404: 1, 422: 1 } },
    'GET /v1/summary': { count: 1, by_status: { 200: 1 } },
    'HEAD /v1/summary': { count: 1, by_status: { 200: 1 } },
    'DELETE /v1/summary': { count: 1, by_status: { 405: 1 } },
    'GET /{path}': { count: 2, by_status: { 200: 1, 422: 1 } },
    'OTHER /health': { count: 2 },
  });
});

const OPENMETRICS = 'application/openmetrics-text; version=1.0.0';
it.each([
  [OPENMETRICS, `${OPENMETRICS}; charset=utf-8`],
  ['text/plain', 'text/plain; version=0.0.4; charset=utf-8'],
])('the text is there for who accepts %s', async (accept, contentType) => {
  await service.get('/health');
  const answer = await service.get('/metrics', { headers: { Accept: accept } });
  expect(answer.headers.get('content-type')).toBe(contentType);
  expect(answer.headers.get('vary')).toBe('Accept');
  const text = await answer.text();
  expect(text.endsWith('\n# EOF\n')).toBe(true);
  expect(text).toMatch(/turnout_process_memory_bytes\{kind="rss"\} [1-9]\d{6,}\n/);
  expect(text).toMatch(/turnout_process_open_descriptors [1-9]\d*\n/);
  expect(text).not.toContain('hall');
  const lines = text.trimEnd().split('\n');
  for (const line of [
    'turnout_http_requests_total{method="GET",path="/health",status="200"} 1',
    'turnout_http_request_duration_seconds_bucket{method="GET",path="/health",le="+Inf"} 1',
    'turnout_cameras{state="streaming"} 1',
    'turnout_samples_total{outcome="counted"} 12',
    'turnout_sample_latency_seconds{quantile="0.99"} 0.04',
    'turnout_storage_bytes 4096',
    'turnout_log_lines_dropped_total 3',
  ]) {
    expect(lines).toContain(line);
  }
  const form = /^(?:# (?:TYPE|UNIT|HELP|EOF).*|[a-z_]+(?:\{(?:[a-z]+="[^"]*",?)+\})? [-+.e\d]+)$/;
  expect(lines.filter((line) => !form.test(line))).toEqual([]);
});

/** The text for collectors, in both dialects. */

const families: readonly Family[] = [
  {
    name: 'turnout_bytes',
    type: 'counter',
    help: 'What came.',
    samples: [{ labels: { camera: 'a "b"\\\n' }, value: 3 }],
  },
  { name: 'turnout_workers', type: 'gauge', help: 'Workers.', samples: [{ value: 2 }] },
];

it('is OpenMetrics: units, escaped labels, an end', () => {
  expect(expose(families, 'openmetrics')).toBe(`# TYPE turnout_bytes counter
# UNIT turnout_bytes bytes
# HELP turnout_bytes What came.
turnout_bytes_total{camera="a \\"b\\"\\\\\\n"} 3
# TYPE turnout_workers gauge
# HELP turnout_workers Workers.
turnout_workers 2
# EOF
`);
});

/** The engine's figures for collectors: ages by state, feeds, and no id, since no key is asked for. */

const NOW_UTC_MS = Date.UTC(2026, 10, 21, 12);
const textOf = (change: Partial<EngineStatus>) =>
  expose(
    familiesOf({
      endpoints: [],
      status: { ...engineStatus(), ...change },
      process: {
        memory_bytes: { rss: 1, heap_used: 1, heap_total: 1, external: 1 },
        open_descriptors: null,
        event_loop_delay_ms: null,
      },
      live: { streams: 0, behind: 0, skipped: 0 },
      signIns: { signedIn: 0, begun: 0, refused: 0 },
      logLinesDropped: 0,
      nowUtcMs: NOW_UTC_MS,
    }),
    'openmetrics',
  );

it('tells of each state how old the newest and the oldest last sample are, and whether every feed can be read', () => {
  const ago = (seconds: number): CameraPlace => ({
    gymId: 'gym',
    lastSampleUtcMs: NOW_UTC_MS - seconds * 1_000,
  });
  const fault = { code: 'feed_timeout', detail: 'too late' };
  const text = textOf({
    schedule: { feeds: [feedStatus(), feedStatus({ fault })] },
    cameras: [
      camera({ id: 'a', keyframes: 1 }),
      camera({ id: 'b', keyframes: 2 }),
      camera({ id: 'c', state: 'waiting' }),
      camera({ id: 'new', state: 'connecting' }),
    ],
    cameraPlaces: new Map([
      ['a', ago(2)],
      ['b', ago(40)],
      ['c', ago(3_600)],
      ['new', { gymId: 'gym', lastSampleUtcMs: null }],
    ]),
  });
  expect(text.match(/^turnout_camera_sample_age_seconds.*$/gm)).toEqual([
    'turnout_camera_sample_age_seconds{state="streaming",camera="newest"} 2',
    'turnout_camera_sample_age_seconds{state="streaming",camera="oldest"} 40',
    'turnout_camera_sample_age_seconds{state="waiting",camera="newest"} 3600',
    'turnout_camera_sample_age_seconds{state="waiting",camera="oldest"} 3600',
  ]);
  expect(text).toContain('turnout_camera_keyframes_total 63\n');
  expect(text).toContain('turnout_feed_ok 0\n');
  expect(textOf({})).toContain('turnout_feed_ok 1\n');
  expect(text).toContain('turnout_feeds{state="failing"} 1\n');
});
