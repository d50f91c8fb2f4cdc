/** Over a real HTTP server that answers as a head office does, and as none does. */

import { createServer, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  JOIN_PATH,
  type JoinAnswer,
  type JoinRequest,
} from '../../../../chain/messages/enrolment.ts';
import { enrol, hqAddress } from '../../../../service/line/link/enrol.ts';

const REQUEST: JoinRequest = {
  v: 1,
  token: 'tj_one',
  public_key: `U${'A'.repeat(55)}`,
  hostname: 'box',
  app: '1.0.0',
  gym: { id: 'main', name: 'Main', timezone: 'Europe/London' },
};
const ANSWER: JoinAnswer = {
  v: 1,
  box: 'box_1',
  gym: 'g_1',
  gym_name: 'Main',
  chain: 'Example',
  servers: ['wss://hq.example/line'],
  jwt: 'a.b.c',
  expires_utc_ms: 1,
};

async function office(answer: (response: ServerResponse, path: string, body: unknown) => void) {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    answer(response, request.url ?? '', JSON.parse(text));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

const saying = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  office((response) => {
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });

describe('the address of a head office', () => {
  it.each([
    ['https://hq.example', 'https://hq.example'],
    ['https://hq.example/', 'https://hq.example'],
    ['https://hq.example:8443/chain/', 'https://hq.example:8443/chain'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ])('%s is read as %s', (given, wanted) => {
    expect(hqAddress(given)).toBe(wanted);
  });

  it.each([
    'hq.example',
    'http://hq.example',
    'https://me:pw@hq.example',
    'https://hq.example/?a=b',
  ])('%s is refused, and not repeated', (given) => {
    const code = (() => {
      try {
        return hqAddress(given);
      } catch (error) {
        expect(String(error)).not.toContain('pw@');
        return (error as { code?: string }).code;
      }
    })();
    expect(code).toBe('usage');
  });
});

describe('a box that asks to join', () => {
  it('sends its request once and gets its answer, also with fields of a later release', async () => {
    const seen: unknown[] = [];
    const url = await office((response, path, body) => {
      seen.push([path, body]);
      response.writeHead(201);
      response.end(JSON.stringify({ ...ANSWER, weather: 'fine' }));
    });
    expect(await enrol(url, REQUEST)).toMatchObject(ANSWER);
    expect(seen).toEqual([[JOIN_PATH, REQUEST]]);
  });

  it('is told why it is refused', async () => {
    const url = await saying(403, { code: 'forbidden', detail: 'The token was used.' });
    await expect(enrol(url, REQUEST)).rejects.toMatchObject({
      code: 'hq_refused',
      message: expect.stringContaining('The token was used.'),
    });
  });

  it.each([
    ['an error of a server', 500, { detail: 'oh' }, {}],
    ['a page', 200, '<html>', {}],
    ['half an answer', 201, { v: 1, box: 'box_1' }, {}],
    ['a way to another place', 302, '', { Location: 'https://elsewhere.example' }],
    ['far too much', 201, 'x'.repeat(100_000), {}],
    ['a refusal without a reason', 404, 'nothing', {}],
  ] as const)('takes %s for no head office', async (_, status, body, headers) => {
    const url = await saying(status, body, headers);
    await expect(enrol(url, REQUEST)).rejects.toMatchObject({ code: 'hq_unreachable' });
  });

  it('is told that nothing answers, without the address', async () => {
    const failed = await enrol('http://127.0.0.1:1', REQUEST).catch((error: Error) => error);
    expect(failed).toMatchObject({ code: 'hq_unreachable' });
    expect(String(failed)).not.toContain('127.0.0.1');
  });
});
