/** Access counts over HTTP: rows are routes, whatever paths come. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen } from '../../support/backings.ts';
import { gymSource } from '../../support/gym-source.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
beforeEach(async () => {
  service = await startService(listen, gymSource());
});
afterEach(() => service.close());

interface Counts {
  readonly total: number;
  readonly endpoints: Record<string, { count: number; by_status: Record<string, number> }>;
}
const counts = async () => (await (await service.get('/metrics')).json()) as Counts;

it('counts each route under its template, by method and status', async () => {
  const sandbox = { headers: { 'X-Sandbox': 'true' } };
  await service.get('/v1/trainers/a', sandbox);
  await service.get('/v1/trainers/b?period=x', sandbox);
  await service.get('/v1/summary', sandbox);
  await service.get('/v1/summary', { ...sandbox, method: 'HEAD' });
  await service.get('/v1/summary', { method: 'DELETE' });
  await service.get('/some/where');
  await service.get('/v1/else');
  const { total, endpoints } = await counts();
  expect(total).toBe(7);
  expect(endpoints).toMatchObject({
    'GET /v1/trainers/{trainer}': { count: 2, by_status: { 404: 1, 422: 1 } },
    'GET /v1/summary': { count: 1, by_status: { 200: 1 } },
    'HEAD /v1/summary': { count: 1, by_status: { 200: 1 } },
    'DELETE /v1/summary': { count: 1, by_status: { 405: 1 } },
    'GET /{path}': { count: 2, by_status: { 200: 1, 422: 1 } },
  });
});

it('makes no rows of methods that nobody knows', async () => {
  for (const method of ['PROPFIND', 'LOCK']) await service.get('/health', { method });
  const { endpoints } = await counts();
  const seen = Object.entries(endpoints).filter(([, { count }]) => count > 0);
  // The question itself is counted once it is answered.
  expect(seen.map(([name]) => name)).toEqual(['OTHER /health']);
});

describe('as text', () => {
  it.each([
    [
      'application/openmetrics-text; version=1.0.0',
      'application/openmetrics-text; version=1.0.0; charset=utf-8',
    ],
    ['text/plain', 'text/plain; version=0.0.4; charset=utf-8'],
  ])('for who accepts %s', async (accept, contentType) => {
    await service.get('/health');
    const answer = await service.get('/metrics', { headers: { Accept: accept } });
    expect(answer.headers.get('content-type')).toBe(contentType);
    expect(answer.headers.get('vary')).toBe('Accept');
    const text = await answer.text();
    expect(text.endsWith('\n# EOF\n')).toBe(true);
    expect(text).toContain(
      'turnout_http_requests_total{method="GET",path="/health",status="200"} 1\n',
    );
    expect(text).toContain(
      'turnout_http_request_duration_seconds_bucket{method="GET",path="/health",le="+Inf"} 1\n',
    );
    expect(text).toContain('turnout_cameras{state="streaming"} 1\n');
    expect(text).toContain('turnout_samples_total{outcome="counted"} 12\n');
    expect(text).toContain('turnout_sample_latency_seconds{quantile="0.99"} 0.04\n');
    expect(text).toContain('turnout_storage_bytes 4096\n');
    expect(text).toMatch(/turnout_process_memory_bytes\{kind="rss"\} [1-9]\d{6,}\n/);
    expect(text).toMatch(/turnout_process_open_descriptors [1-9]\d*\n/);
    expect(text).toContain('turnout_log_lines_dropped_total 3\n');
    expect(text).toContain('turnout_feed_ok 1\n');
    expect(text).toContain('turnout_camera_keyframes_total 30\n');
    expect(text).toMatch(
      /turnout_camera_sample_age_seconds\{state="streaming",camera="oldest"\} [\d.]+\n/,
    );
    expect(text).not.toContain('hall');
    const lines = text.trimEnd().split('\n');
    const form = /^(?:# (?:TYPE|UNIT|HELP|EOF).*|[a-z_]+(?:\{(?:[a-z]+="[^"]*",?)+\})? [-+.e\d]+)$/;
    expect(lines.filter((line) => !form.test(line))).toEqual([]);
  });
});
