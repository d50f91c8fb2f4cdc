/** The endpoint as it is on the wire: eras, methods, media types, limits, faults, and clients that go away. */

import { expect, it } from 'vitest';
import { createGrammar } from '../../../ask/read/grammar.ts';
import { talk } from '../../support/raw-http.ts';
import { until } from '../../support/until.ts';
import {
  bearer,
  KEYS,
  MODERN,
  message,
  modern,
  openMcp,
  posted,
  type Reply,
  SANDBOX,
} from './mcp-service.fixture.ts';

it('answers clients of 2025 with one JSON body, whatever they say they accept, and mints no session', async () => {
  const { send } = await openMcp();
  for (const accept of ['application/json, text/event-stream', 'application/json', '*/*']) {
    const init = message('tools/list');
    const answer = await send({ ...init, headers: { ...init.headers, Accept: accept } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.has('mcp-session-id')).toBe(false);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(((await answer.json()) as Reply).result).toHaveProperty('tools');
  }
  const client = { capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const hello = await send(message('initialize', { protocolVersion: '2099-01-01', ...client }));
  expect(((await hello.json()) as Reply).result).toMatchObject({
    protocolVersion: '2025-11-25',
    serverInfo: { name: 'turnout', title: 'Turnout', version: '1.2.3' },
  });
  const stray = message('ping');
  const withSession = { ...stray, headers: { ...stray.headers, 'Mcp-Session-Id': 'stray' } };
  expect((await send(withSession)).status).toBe(200);
});

it('answers clients of 2026 with how long lists may be kept, and by whom', async () => {
  const { send } = await openMcp();
  const resultOf = async (init: RequestInit) => ((await (await send(init)).json()) as Reply).result;
  expect(await resultOf(modern('server/discover'))).toMatchObject({
    resultType: 'complete',
    supportedVersions: expect.arrayContaining([MODERN]),
    capabilities: { tools: { listChanged: false }, resources: { listChanged: false } },
    ttlMs: 300_000,
    cacheScope: 'private',
  });
  for (const kind of ['tools', 'prompts', 'resources', 'resources/templates']) {
    const method = `${kind}/list`;
    const result = await resultOf(modern(method));
    expect(result, method).toMatchObject({ resultType: 'complete', cacheScope: 'private' });
    expect(result?.['ttlMs'], method).toBeGreaterThan(0);
    // A model reads all of it before its first question.
    expect(JSON.stringify(result).length, method).toBeLessThan(20_000);
  }
  const today = await resultOf(modern('resources/read', { uri: 'turnout://today' }));
  expect(today).toMatchObject({ ttlMs: 10_000, cacheScope: 'private' });
});

const pinged = (params: string) =>
  posted(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${params}}}`);
const FUTURE = '2031-01-01';
const PINGS = Array.from({ length: 11 }, (__, id) => ({ jsonrpc: '2.0', id, method: 'ping' }));
const calling = (name: string, id: number) => {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {} } };
};
/** One result would come back, and both be charged. */
const TWINS = [calling('get_revenue', 1), calling('get_summary', 1)];
const listing = (more: Record<string, string>, revision?: string) =>
  modern('tools/list', {}, SANDBOX, more, revision);

it.each([
  ['a method that is gone', modern('ping'), 404, -32601],
  ['a header that says otherwise', listing({ 'Mcp-Method': 'prompts/list' }), 400, -32020],
  ['an unknown revision', listing({ 'MCP-Protocol-Version': FUTURE }, FUTURE), 400, -32022],
  ['bad JSON', posted('{"jsonrpc"'), 400, -32700],
  ['a very deep list', posted('['.repeat(200_000)), 400, -32700],
  ['a message of very many members', pinged(`[${'1,'.repeat(100_000)}1]`), 400, -32600],
  ['a deep message', pinged(`${'['.repeat(50_000)}${']'.repeat(50_000)}`), 400, -32600],
  ['too many messages', posted(PINGS), 400, -32600],
  ['several calls of one id', posted(TWINS, bearer(KEYS.few)), 400, -32600],
  ['another media type', posted('x', SANDBOX, { 'Content-Type': 'text/plain' }), 415, -32000],
])('refuses %s in the words of the protocol', async (__, init, status, code) => {
  const { send, access } = await openMcp();
  const answer = await send(init);
  expect(answer.status).toBe(status);
  expect(((await answer.json()) as Reply).error?.code).toEqual(code);
  expect(access.used(KEYS.few)).toBe(0);
});

it('has no streams of its own, and tells a person what it is', async () => {
  const { send, url } = await openMcp();
  const stream = await send({ headers: { Accept: 'text/event-stream' } });
  expect([stream.status, stream.headers.get('allow')]).toEqual([405, 'POST']);
  const about = await send({ headers: { Accept: 'text/html,*/*;q=0.8' } });
  expect(about.status).toBe(200);
  const places = { url: `${url}/mcp`, documentation: `${url}/mcp.md` };
  expect(await about.json()).toMatchObject({ name: 'turnout', ...places });
  for (const method of ['DELETE', 'PUT', 'PATCH']) {
    expect((await send({ method })).status, method).toBe(405);
  }
  const changes = { notifications: { toolsListChanged: true } };
  const listening = await send(modern('subscriptions/listen', changes));
  // Nothing changes: the stream says so and ends.
  expect(await listening.text()).toContain('"resultType":"complete"');
});

it('charges each call of a batch for itself', async () => {
  const { send, access } = await openMcp();
  const calls = [1, 2, 3, 4].map((id) => calling('get_revenue', id));
  const replies = (await (await send(posted(calls, bearer(KEYS.few)))).json()) as Reply[];
  expect(replies.map(({ result }) => result?.['isError'] ?? false).filter(Boolean)).toHaveLength(1);
  expect(access.used(KEYS.few)).toBe(3);
});

it('answers a batch that cancels one of its own calls, instead of never', async () => {
  const { send } = await openMcp();
  const params = { requestId: 1 };
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params };
  const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
  const both = await send(posted([cancel, ping(1), ping(2), cancel]));
  expect(((await both.json()) as Reply[]).map(({ id }) => id)).toEqual([1, 2]);
  expect((await send(posted([cancel]))).status).toBe(202);
});

it('stops where nobody waits any more, and charges nothing', async () => {
  const begun: (() => void)[] = [];
  const read = createGrammar();
  const { send, access } = await openMcp({
    reader: (...question) => new Promise((resolve) => begun.push(() => resolve(read(...question)))),
  });
  const call = { name: 'ask', arguments: { query: 'How full is it by room?' } };
  const few = bearer(KEYS.few);
  const inits = [message('tools/call', call, few), modern('tools/call', call, few)];
  for (const [at, init] of inits.entries()) {
    const gone = new AbortController();
    const waiting = send({ ...init, signal: gone.signal });
    await until(() => begun.length > at);
    gone.abort();
    await expect(waiting).rejects.toThrow();
    // The server has seen that the client is gone before it answers a later request.
    await send(message('ping'));
    begun[at]?.();
    await send(message('ping'));
    await expect.poll(() => access.used(KEYS.few)).toBe(0);
  }
});

/** Who may not come in is told so in the protocol: the sentence reaches the people and models behind a client. */

it.each<[string, string, string | null]>([
  ['with its id', '{"id":"seven"}', 'seven'],
  ['of several messages', '[{"id":1}]', null],
  ['of no JSON', '{"id": 1', null],
  ['of an id that is none', '{"id": {"a": 1}}', null],
  ['of nothing', '', null],
  ['too large to be read for its id', JSON.stringify({ id: 1, pad: 'x'.repeat(65_536) }), null],
])('a request without a credential gets an error of JSON-RPC: %s', async (_, body, id) => {
  const { send } = await openMcp();
  const answer = await send(posted(body, {}));
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toContain('resource_metadata=');
  const hint = expect.stringContaining('/get-key');
  const message = expect.stringMatching(/^Not authenticated. Send a key as .*\/get-key/);
  const data = { detail: 'Not authenticated', code: 'missing_credentials', hint };
  expect(await answer.json()).toEqual({ jsonrpc: '2.0', id, error: { code: 401, message, data } });
});

it.each([
  ['Authorization: Be\xe4rer x', 'X-Sandbox: true'],
  ['Authorization: Be\xe4rer x', ''],
  ['User-Agent: Zo\xeb', 'X-Sandbox: true'],
  ['Mcp-Name: \xff\xfe', 'X-Sandbox: true'],
  // These are UTF-8, of characters beyond those that the platform has in headers.
  ['User-Agent: \xe6\x97\xa5\xe6\x9c\xac', 'X-Sandbox: true'],
])('bytes beyond ASCII in a header are no fault of the service: %j %s', async (odd, more) => {
  const { url, log } = await openMcp();
  const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const lines = ['POST /mcp HTTP/1.1', 'Host: 127.0.0.1', 'Content-Type: application/json'];
  const head = [...lines, `Content-Length: ${body.length}`, odd, ...(more === '' ? [] : [more])];
  const sent = `${head.join('\r\n')}\r\n\r\n${body}`;
  const [, status] = (await talk(Number(new URL(url).port), sent, '\r\n')).split(' ');
  expect(odd.includes('\xe6\x97') ? [200] : [200, 400, 401]).toContain(Number(status));
  expect(log.lines.filter(({ event }) => event === 'request_failed')).toEqual([]);
});
