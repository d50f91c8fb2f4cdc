/** The forty requests of `test/fixtures/mcp/requests.txt`: each call of the list is made, and what answers is looked at. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { chartPainter } from '../../../ask/charts/chart-painter.ts';
import { bearer, called, KEYS, openMcp } from './mcp-service.fixture.ts';

const PAGE = readFileSync('test/fixtures/mcp/requests.txt', 'utf8');
const ROWS = PAGE.split('\n').flatMap((line) => {
  const [, place = '', request = '', calls = '', lookedAt = ''] = line.split(/ ?\| ?/);
  if (!/^\d+$/.test(place)) return [];
  const parsed = [...calls.matchAll(/`(\w+) (\{.*?\})`/g)].map(([, name = '', json = '']) => {
    return { name, given: JSON.parse(json) as object };
  });
  const paths = [...lookedAt.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
  return [{ request, calls: parsed, paths }];
});

/** `rows.0.2`: names and places from the outside in. */
const memberAt = (body: object, path: string) =>
  path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], body);

it('each request of the trial is answered by the tools alone', async () => {
  const { client: connect } = await openMcp({ painter: chartPainter });
  const client = await connect('2026', bearer(KEYS.owner));
  expect(ROWS).toHaveLength(40);
  for (const { request, calls, paths } of ROWS) {
    let last = {};
    for (const { name, given } of calls) {
      const { isError, text, parts, body } = await called(client, name, given);
      expect(isError, text).toBe(false);
      expect(JSON.parse(text)).toEqual(body);
      last = { ...(body as object), picture: parts.find(({ type }) => type === 'image') };
    }
    expect(paths, request).not.toEqual([]);
    for (const path of paths) expect(memberAt(last, path) ?? null, request).not.toBeNull();
  }
}, 60_000);
