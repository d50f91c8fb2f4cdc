/** Who may not come in is told so in the protocol: the sentence reaches the people and models behind a client. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { limits } from '../../support/limits.ts';
import { bearer, KEYS, message, openMcp } from './mcp-service.fixture.ts';

const HEADERS = { 'Content-Type': 'application/json' };
const oneASecond = () => limits({ keyRequestsPerSecond: 1 });

it('a request without a credential gets an error of JSON-RPC with its id', async () => {
  const { send } = await openMcp();
  const answer = await send({ ...message('ping', {}, 'seven'), headers: HEADERS });
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toContain('resource_metadata=');
  const hint = expect.stringContaining('/get-key');
  expect(await answer.json()).toEqual({
    jsonrpc: '2.0',
    id: 'seven',
    error: {
      code: 401,
      message: expect.stringMatching(/^Not authenticated. Send a key as .*\/get-key/),
      data: { detail: 'Not authenticated', code: 'missing_credentials', hint },
    },
  });
});

it('one that is too fast is told when to ask again', async () => {
  const { send } = await openMcp({ limits: oneASecond() });
  const ask = () =>
    send({ ...message('ping', {}, 7), headers: { ...HEADERS, ...bearer(KEYS.owner) } });
  const answers = await Promise.all([ask(), ask()]);
  const late = answers.find(({ status }) => status === 429);
  expect(late?.headers.get('retry-after')).toBe('1');
  const detail = 'This key asks too fast: ask again in 1 second.';
  expect(await late?.json()).toEqual({
    jsonrpc: '2.0',
    id: 7,
    error: { code: 429, message: detail, data: { detail, code: 'rate_limited' } },
  });
});

it.each([
  ['several messages', JSON.stringify([{ jsonrpc: '2.0', id: 1, method: 'ping' }])],
  ['no JSON', '{"id": 1'],
  ['an id that is none', '{"id": {"a": 1}}'],
  ['nothing', ''],
  ['a body too large to be read for it', JSON.stringify({ id: 1, pad: 'x'.repeat(65_536) })],
])('has no id for %s', async (_, body) => {
  const { send } = await openMcp();
  const answer = await send({ method: 'POST', headers: HEADERS, body });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ id: null, error: { code: 401 } });
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
  const status = await statusOf(
    url,
    [odd, more].filter((line) => line !== ''),
  );
  expect(odd.includes('\xe6\x97') ? [200] : [200, 400, 401]).toContain(status);
  expect(log.lines.filter(({ event }) => event === 'request_failed')).toEqual([]);
});

/** Of a ping with `lines`, whose characters are bytes. */
async function statusOf(url: string, lines: readonly string[]): Promise<number> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const head = [
    'POST /mcp HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    ...lines,
  ];
  socket.write(Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1'));
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(bytes.toString('latin1').split(' ')[1]);
}
