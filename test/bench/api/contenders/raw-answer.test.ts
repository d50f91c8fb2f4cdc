import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  assertSameBytes,
  keptOf,
  type RawAnswer,
  rawAnswer,
} from '../../../../bench/api/contenders/raw-answer.ts';

const ANSWER: RawAnswer = {
  status: 200,
  headers: [
    ['RateLimit', '"lookups";r=999'],
    ['ETag', '"abc"'],
    ['X-Request-Id', '8f14e45f-ceea-467f-9a36-dedd4bea2543'],
    ['Date', 'Sun, 22 Nov 2026 01:00:00 GMT'],
    ['Content-Length', '2'],
  ],
  body: Buffer.from('{}'),
  sizeBytes: 150,
};

function changed(name: string, value: string): RawAnswer {
  const headers = ANSWER.headers.map((header) => (header[0] === name ? [name, value] : header));
  return { ...ANSWER, headers: headers as RawAnswer['headers'] };
}

describe('answers of two servers that should send the same bytes', () => {
  it.each([
    ['RateLimit', '"lookups";r=99'],
    ['ETag', '"abd"'],
    ['X-Request-Id', 'short'],
  ])('may not differ in the length of %s, nor in what stays the same', (name, value) => {
    expect(() => assertSameBytes(ANSWER, changed(name, value))).toThrow();
  });
});

describe('an answer read from the socket', () => {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'X-Asked-By': request.headers.authorization, 'Content-Length': 6 });
    response.write('abc');
    setImmediate(() => response.end('def'));
  });
  beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => void server.close());

  it('is whole, however many pieces it came in, and is kept without what servers write themselves', async () => {
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const answer = await rawAnswer({ url, path: '/', secret: 'tk_1' });
    expect(answer.body.toString()).toBe('abcdef');
    expect(keptOf(answer).headers).toEqual([['X-Asked-By', 'Bearer tk_1']]);
  });
});
