import { expect, it } from 'vitest';
import { type Headers, preferredType, problemOf } from '../../../api/http/message.ts';
import { malformedAnswer } from '../../../api/http/node.ts';
import { headOf, headText } from '../../../api/http/reply.ts';
import { TurnoutError } from '../../../errors.ts';
import { unusableFolder } from '../../../store/history/faults.ts';

/** Which form a client would rather have. */

const OFFERS = ['application/json', 'application/openmetrics-text', 'text/plain'] as const;

it.each([
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  ['text/*', 'text/plain'],
  ['Text/Plain; Q=0.5, */*;q=0.1', 'text/plain'],
  ['text/plain;q=0.5, */*', 'application/json'],
  ['application/json;q=0.2, text/plain;q=0.3', 'text/plain'],
  ['application/*;q=0.5, application/json;q=0', 'application/openmetrics-text'],
  ['text/plain;q=nonsense', 'text/plain'],
  // Much as Prometheus 3 asks.
  ['application/openmetrics-text;v=1;q=0.5,text/plain;q=0.3,*/*;q=0.2', OFFERS[1]],
])('%s prefers %s', (accept, expected) => {
  expect(preferredType(accept, OFFERS)).toBe(expected);
});

/** Errors as answers. */

it('a full disk is 503 with its reason', () => {
  const full = unusableFolder(Object.assign(new Error('full'), { code: 'SQLITE_FULL' }));
  const value = { code: 'data_unusable', detail: expect.stringContaining('the disk is full') };
  expect(problemOf(full, 'r1')).toMatchObject({ status: 503, value });
});

it('any other fault of ours is 500 and keeps its sentence for the log', () => {
  const parts = { where: 'x', expected: 'y', got: 'z' };
  for (const error of [new Error('inside'), new TurnoutError('detector_failed', parts)]) {
    const answer = problemOf(error, 'r1');
    expect(answer).toMatchObject({ status: 500, value: { code: 'internal_error' } });
    expect(JSON.stringify(answer)).not.toMatch(/inside|expected y/);
  }
});

const TYPE = headText([['Content-Type', 'text/plain']]);
const OWN = { isForeign: false };

it('has what its own headers do not have', () => {
  const plain = headOf(OWN, [], TYPE, true);
  for (const line of [
    'Content-Type: text/plain',
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy: no-referrer',
    'X-Content-Type-Options: nosniff',
    'Access-Control-Allow-Origin: *',
    'Cache-Control: no-cache',
  ]) {
    expect(plain.split('\r\n')).toContain(line);
  }
  expect(headOf(OWN, [], TYPE, false)).toMatch(/\r\nCache-Control: no-store$/);
  const own: Headers = [
    ['Content-Security-Policy', "default-src 'self'"],
    ['Cache-Control', 'public'],
  ];
  const page = headOf(OWN, own, TYPE, true);
  const names = (head: string) => head.match(/^[\w-]+(?=: )/gm)?.toSorted();
  expect(page).toContain(headText(own));
  expect(names(page)).toEqual(names(plain));
  const foreign = headOf({ isForeign: true }, [], TYPE, true);
  expect(names(foreign)).toContain('X-Content-Type-Options');
  expect(names(foreign)).not.toContain('Access-Control-Allow-Origin');
});

it.each(['a\r\nSet-Cookie: b', 'a\nb', 'a\rb'])('has no value that ends its line: %j', (value) => {
  expect(() => headText([['X-Any', value]])).toThrow(RangeError);
});

/** What is answered to bytes that never became a request. */

it.each([
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout', 'request_timeout'],
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large', 'headers_too_large'],
  ['HPE_INVALID_METHOD', '400 Bad Request', 'malformed_request'],
  ['', '400 Bad Request', 'malformed_request'],
])('a fault of the parser is a whole answer that ends the connection: %s', (fault, line, code) => {
  const answer = malformedAnswer(fault);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${line}`);
  expect(head).toContain('\r\nConnection: close');
  expect(head).toContain('\r\nX-Content-Type-Options: nosniff');
  expect(head).toContain(`\r\nContent-Length: ${body.length}`);
  expect(JSON.parse(body)).toMatchObject({ code, detail: expect.stringMatching(/\.$/) });
});
