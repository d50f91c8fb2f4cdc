/** The forty requests of `test/fixtures/mcp/requests.txt`: each call of the list is made, and what answers is looked at. */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chartPainter } from '../../../ask/charts/chart-painter.ts';
import { bearer, KEYS, type McpService, startMcp } from './mcp-service.fixture.ts';

interface Row {
  readonly place: string;
  readonly request: string;
  readonly calls: readonly { readonly name: string; readonly arguments: Record<string, unknown> }[];
  readonly lookedAt: string;
}

const PAGE = readFileSync('test/fixtures/mcp/requests.txt', 'utf8');
const ROWS = PAGE.split('\n').flatMap((line): Row[] => {
  const [, place = '', request = '', calls = '', lookedAt = ''] = line.split(/ ?\| ?/);
  if (!/^\d+$/.test(place)) return [];
  const parsed = [...calls.matchAll(/`(\w+) (\{.*?\})`/g)].map(([, name = '', json = '']) => ({
    name,
    arguments: JSON.parse(json) as Record<string, unknown>,
  }));
  return [{ place, request, calls: parsed, lookedAt }];
});

let service: McpService;
let call: (one: Row['calls'][number]) => Promise<Record<string, unknown>>;

beforeAll(async () => {
  service = await startMcp({ painter: chartPainter });
  const client = await service.client('2026', bearer(KEYS.owner));
  call = async (one) => {
    const { isError = false, content, structuredContent } = await client.callTool(one);
    const parts = content as { readonly type: string; readonly text?: string }[];
    if (isError) throw new Error(parts[0]?.text);
    expect(JSON.parse(parts[0]?.text ?? '')).toEqual(structuredContent);
    const picture = parts.find(({ type }) => type === 'image');
    return { ...(structuredContent as object), picture };
  };
});
afterAll(async () => {
  await service.close();
});

/** `rows.0.2`: names and places from the outside in. */
function memberAt(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | null)?.[name], body);
}

it.each(ROWS)('request $place of the trial is answered: $request', async ({ calls, lookedAt }) => {
  expect(calls.length).toBeGreaterThan(0);
  let last: Record<string, unknown> = {};
  for (const one of calls) last = await call(one);
  const paths = [...lookedAt.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) {
    const found = memberAt(last, path);
    expect(found ?? null, path).not.toBeNull();
    expect(found, path).not.toBe('');
  }
});
