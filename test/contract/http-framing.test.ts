/**
 * What every HTTP backing must do where it may not be clear where a request ends: `/inner` stands in or behind each request
 * and must never be executed, and the connection ends.
 */

import { beforeEach, describe, expect, it } from 'vitest';
import { Dispatcher, Traffic } from '../../api/dispatch.ts';
import { LIMITS } from '../../api/http/message.ts';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { delay } from '../../runtime/timers.ts';
import { BACKINGS, serving } from '../support/backings.ts';
import { NOBODY, routerTo } from '../support/dispatching.fixture.ts';
import { talk } from '../support/raw-http.ts';
import { seededRandom, wholeNumber } from '../support/seeded-random.ts';

const INNER = 'GET /inner HTTP/1.1\r\nHost: x\r\n\r\n';
const OK = `ok${INNER}`;
const ENDS = 'Connection: close\r\n';
const post = (headers: string, body: string) =>
  `POST /outer HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n${headers}\r\n${body}`;
const chunked = (body: string) => post('Transfer-Encoding: chunked\r\n', body);
const closing = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
const long = 'a'.repeat(LIMITS.targetBytes);

/** Mutated requests; `.ci/nightly` sends more. */
const FUZZED = Number(process.env['FUZZED'] ?? 500);
const SPECIAL = Buffer.from('\r\n\t :;,/?=&%"\0\x0b\x7f', 'latin1');
/** 501 and 505 are right answers to what does not exist. */
const BROKEN = [500, 502, 503, 504];

/** Statuses that a client hears, in order. */
type Heard = readonly number[];

/** What builds since 20.57 say is named where it differs from 20.30. */
type FramingCase = readonly [name: string, text: string, native: Heard, node: Heard, newer?: Heard];

const refused = (name: string, text: string, status = 400): FramingCase => {
  return [name, text + INNER, [status], [status]];
};
const lengths = (name: string, headers: string, body = ''): FramingCase =>
  refused(name, post(headers, body));
const coded = (name: string, coding: string): FramingCase =>
  refused(name, post(`Transfer-Encoding: ${coding}\r\n`, '0\r\n\r\n'));
const beside = (name: string, both: string): FramingCase => {
  return [name, post(`${both}\r\n`, `0\r\n\r\n${INNER}`), [], [400], [400]];
};
const get = (headers: string, path = 'outer', method = 'GET') =>
  `${method} /${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

const CASES: readonly FramingCase[] = [
  lengths('two lengths, the first 0', `Content-Length: 0\r\nContent-Length: ${INNER.length}\r\n`),
  lengths('two equal lengths', 'Content-Length: 5\r\nContent-Length: 5\r\n', 'hello'),
  lengths('an empty length and another', `Content-Length:\r\nContent-Length: ${INNER.length}\r\n`),
  lengths('an empty length', 'Content-Length:\r\n'),
  lengths('a list of lengths', 'Content-Length: 5, 5\r\n', 'hello'),
  lengths('a length with a sign', 'Content-Length: +5\r\n', 'hello'),
  beside('chunks behind a length', 'Content-Length: 5\r\nTransfer-Encoding: chunked'),
  beside('chunks before a length', 'Transfer-Encoding: chunked\r\nContent-Length: 5'),
  ['chunks', post(`Transfer-Encoding: chunked\r\n${ENDS}`, '0\r\n\r\n'), [411], [200]],
  ['a size of a chunk with a semicolon', chunked(`1;\r\n${INNER}\r\n0\r\n\r\n`), [411], [400]],
  ['a chunk that does not end', chunked(`2\r\nabXX0\r\n\r\n${INNER}`), [411], [400]],
  ['a last chunk that does not end', chunked(`0\r\nXX${INNER}`), [411], [400]],
  coded('another coding', 'xchunked'),
  coded('chunks in another coding', 'chunked, identity'),
  coded('two codings', 'chunked\r\nTransfer-Encoding: identity'),
  coded('a coding in chunks', 'gzip, chunked'),
  coded('chunks twice', 'chunked\r\nTransfer-Encoding: chunked'),
  refused('a body that is too large', post(`Content-Length: ${LIMITS.bodyBytes + 1}\r\n`, ''), 413),
  refused('two hosts', get('Host: y\r\n')),
  ['a long target', get('', long) + INNER, [414], [414], [431]],
  refused('large headers', get(`X: ${long}\r\nY: ${long}\r\n`), 431),
  ['HEAD that is refused', get('', long, 'HEAD') + INNER, [], [414], [431]],
  ...['close', 'foo, Close'].map((options): FramingCase => {
    return [`Connection: ${options}`, get(`Connection: ${options}\r\n`) + INNER, [], [200]];
  }),
  ['a body and a connection that ends', post(`Content-Length: 2\r\n${ENDS}`, OK), [], [200]],
];

describe.each(BACKINGS)('framing of the %s backing', (name, listen) => {
  let executed: string[] = [];

  const router = routerTo(({ path }) => {
    executed.push(path);
    return { status: 200, value: { path } };
  });
  const parts = { router, guard: NOBODY, traffic: new Traffic(), log: silentLog };
  const { onRequest } = new Dispatcher({ ...parts, clock: systemClock });
  const backing = serving(listen, onRequest);
  beforeEach(() => {
    executed = [];
  });

  const statuses = (heard: string) =>
    [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

  const expectation = ([, text, native, node, newer = native]: FramingCase) => {
    if (name === 'node:http') return [text, node] as const;
    return [text, name.includes(' 20.30') ? native : newer] as const;
  };

  it.each(CASES)('%s: closes, and executes nothing behind it', async (...given) => {
    const [text, expected] = expectation(given as unknown as FramingCase);
    const heard = await talk(backing.port, text);
    expect(executed).not.toContain('/inner');
    expect(statuses(heard)).toEqual(expected);
  });

  it('executes nothing behind a head without Host', async () => {
    const hearing = talk(backing.port, `GET /outer HTTP/1.1\r\n\r\n${INNER}`);
    // A native build may keep silent for 10 s: another request shows that it has read this one.
    const other = await talk(backing.port, closing('/other'));
    expect(statuses(other)).toEqual([200]);
    expect(executed).toEqual(['/other']);
    if (name === 'node:http') expect(statuses(await hearing)).toEqual([400]);
  });

  it('says why, as JSON of the length that it tells, and that it closes', async () => {
    const [, text = ''] = CASES[0] ?? [];
    const heard = await talk(backing.port, text);
    const [head = '', body = ''] = heard.split('\r\n\r\n');
    expect(head).toMatch(/^connection: close$/im);
    if (name === 'node:http') return;
    expect(JSON.parse(body)).toMatchObject({ code: 'malformed_request' });
    expect(head).toContain(`Content-Length: ${body.length}`);
  });

  it('answers what came before a refusal in the same read', async () => {
    const [, text = ''] = CASES[0] ?? [];
    const before = 'GET /before HTTP/1.1\r\nHost: x\r\n\r\n';
    expect(statuses(await talk(backing.port, before + text))).toEqual([200, 400]);
    expect(executed).toEqual(['/before']);
  });

  it('lives on and answers no 500, whatever bytes come', async () => {
    const random = seededRandom(7);
    const below = (most: number) => wholeNumber(random, 0, most - 1);
    const whole = [
      closing('/a?gym_id=x'),
      post('Content-Length: 2\r\n', '{}'),
      chunked('0\r\n\r\n'),
    ];
    const mutated = () => {
      let text = whole[below(whole.length)] ?? '';
      for (let left = 1 + below(8); left > 0; left -= 1) {
        const at = below(text.length + 1);
        // Bytes that mean something to a parser come more often than others.
        const byte = String.fromCharCode(below(2) === 0 ? below(256) : (SPECIAL[below(16)] ?? 0));
        const put = [byte, text.slice(at, at + 12), ''][below(3)];
        text = text.slice(0, at) + put + text.slice(at + below(12));
      }
      return text;
    };
    const sending = Array.from({ length: FUZZED }, mutated);
    const lane = async () => {
      for (let text = sending.pop(); text !== undefined; text = sending.pop()) {
        const heard = await Promise.race([talk(backing.port, text, 'HTTP/1.1 '), delay(40)]);
        expect(statuses(String(heard)).filter((status) => BROKEN.includes(status))).toEqual([]);
      }
    };
    await Promise.all(Array.from({ length: 32 }, lane));
    expect(statuses(await talk(backing.port, closing('/other')))).toEqual([200]);
  }, 600_000);
});
