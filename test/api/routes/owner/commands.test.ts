/** What commands on this computer ask of the server: with the token of its lock, and nobody else. */

import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { Type } from 'typebox';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { TurnoutError } from '../../../../errors.ts';
import { silentLog } from '../../../../runtime/log/log.ts';
import { COMMANDS_PATH } from '../../../../service/commands/ask-owner.ts';
import { type AnyOperation, operation } from '../../../../service/commands/operation.ts';
import { serveOperations, TOKEN } from '../../../service/commands/served.fixture.ts';
import { RecordedLog } from '../../../support/recorded-log.ts';

const OPERATIONS: Record<string, AnyOperation> = {
  greet: operation(Type.Object({ name: Type.String() }), async ({ name }, bytes) => ({
    words: `${name} ${Buffer.from(bytes)}`,
  })),
  refuse: operation(Type.Object({}), () =>
    Promise.reject(
      new TurnoutError('class_unknown', {
        where: 'class',
        expected: 'one',
        got: 'none',
        hint: 'x',
      }),
    ),
  ),
  break: operation(Type.Object({}), () =>
    Promise.reject(new Error('at rtsp://admin:Zq9@192.0.2.1/')),
  ),
};

const OWN = { Authorization: `Bearer ${TOKEN}`, Host: 'localhost' };

async function ask(url: string, name: string, body: string, headers: Record<string, string> = OWN) {
  const length = { 'Content-Length': Buffer.byteLength(body) };
  const asked = request(`${url}${COMMANDS_PATH}/${name}`, {
    method: 'POST',
    agent: false,
    headers: { ...headers, ...length },
  });
  asked.end(body);
  const [answer] = await new Promise<[import('node:http').IncomingMessage]>((resolve, reject) => {
    asked.once('response', (one) => resolve([one])).once('error', reject);
  });
  const cache = answer.headers['cache-control'];
  return { status: answer.statusCode, cache, body: JSON.parse(await text(answer)) };
}

describe('commands', () => {
  const open = async (log = silentLog) => {
    const served = await serveOperations(OPERATIONS, log);
    onTestFinished(() => served.close());
    return served.url;
  };

  it('perform an operation with the file that comes along; no answer is stored', async () => {
    const url = await open();
    const answer = await ask(url, 'greet', '{"name":"Ann"}\nha\nllo');
    expect(answer).toEqual({
      status: 200,
      cache: 'no-store',
      body: { value: { words: 'Ann ha\nllo' } },
    });
  });

  it.each([
    ['an unknown operation', 'toString', '{}\n', 'operation_unknown'],
    ['arguments that do not fit', 'greet', '{"name":7}\n', 'usage'],
    ['no JSON', 'greet', 'hello\n', 'usage'],
    ['half a line', 'greet', '{"name":"Ann"}', 'usage'],
    ['nothing', 'greet', '', 'usage'],
    ['what the operation refuses', 'refuse', '{}\n', 'class_unknown'],
  ])('are answered %s with a coded error and its parts', async (_, name, body, code) => {
    const answer = await ask(await open(), name, body);
    expect(answer.body).toMatchObject({
      code,
      where: expect.any(String),
      expected: expect.any(String),
      got: expect.any(String),
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });

  it('are told a fault without addresses, which is logged', async () => {
    const log = new RecordedLog();
    const answer = await ask(await open(log), 'break', '{}\n');
    expect(answer.body).toMatchObject({ code: 'internal_error' });
    expect(JSON.stringify(answer)).not.toContain('Zq9');
    expect(log.of('operation_failed')).toHaveLength(1);
  });

  describe('of anyone else are refused, and their files are not read:', () => {
    const body = '{"name":"Ann"}\n';
    let url = '';
    beforeAll(async () => {
      const served = await serveOperations(OPERATIONS);
      url = served.url;
      return () => served.close();
    });

    it.each([
      ['no token', { Host: 'localhost' }],
      ['a key', { ...OWN, Authorization: 'Bearer tk_unknown' }],
      ['a part of the token', { ...OWN, Authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
      ['the token as a key', { Host: 'localhost', 'X-Api-Key': TOKEN }],
      ['a name of the network', { ...OWN, Host: 'box.local' }],
      ['a private address', { ...OWN, Host: '192.168.1.7:8080' }],
      ['a page', { ...OWN, Origin: 'http://localhost' }],
      ['a page that hides where it is', { ...OWN, Origin: 'null' }],
    ] as [string, Record<string, string>][])('%s', async (_, headers) => {
      const { status, body: told } = await ask(url, 'greet', body, headers);
      expect([status, told.code]).toEqual([403, 'forbidden']);
      expect(JSON.stringify(told)).not.toContain(TOKEN);
    });

    it.each(['127.0.0.1:8080', '[::1]:8080', 'localhost:1'])('but not at %s', async (Host) => {
      expect((await ask(url, 'greet', body, { ...OWN, Host })).status).toBe(200);
    });
  });
});
