/** What leaves the process holds no address, password or key, however it was written. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TurnoutError } from '../../../errors.ts';
import { redactText, redactValue } from '../../../runtime/log/redaction.ts';

it.each([
  ['cannot open rtsp://admin:12345@cam.lan/1: timed out', 'cannot open rtsp://…: timed out'],
  ['https://calendar.example/a?key=12345', 'https://…'],
  ['https://calendar.example/ical/3f9a8b7c6d5e4f3a2b1c/basic.ics', 'https://…'],
  ['password: hunter2 was wrong', 'password: … was wrong'],
  ['"url":"https://u:p@cam.lan/x","n":1', '"url":"https://…","n":1'],
  ['rtsp://admin:p@ss w"ord@cam.lan/1 failed', 'rtsp://… failed'],
  ['admin:12345@cam.lan answered', '… answered'],
  ['admin%3A12345%40cam.lan answered', '… answered'],
  ['key tk_0123456789abcdefghijABCDEFGHIJ01 used', 'key tk_… used'],
  ['key tk_01234%35 used', 'key tk_…%35 used'],
  ['to ta_0123456789abcdefghijABCDEFGHIJ01', 'to ta_…'],
  ['of /x/tx_0123456789abcdefghijABCDEFGHIJ01', 'of /x/tx_…'],
  [`by tl_${'0a'.repeat(32)}`, 'by tl_…'],
  ['/callback?code=tc_0123456789abcdefghijABCDEFGHIJ01&iss=x', '/callback?code=tc_…&iss=x'],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer …'],
  ['got Basic YWRtaW46MTIzNDU=', 'got Basic …'],
  ['Digest username="admin", response="0123"', 'Digest …'],
  ['x-api-key: 12345', 'x-api-key: …'],
  ['{"password":"12345","x":1}', '{"password":…,"x":1}'],
  ['connect ECONNREFUSED 192.168.1.20:554', 'connect ECONNREFUSED …'],
  ['connect EHOSTUNREACH fe80::1%eth0', 'connect EHOSTUNREACH …'],
  ['getaddrinfo ENOTFOUND cam-3.gym.lan', 'getaddrinfo ENOTFOUND …'],
])('a redacted text: %s', (text, expected) => {
  expect(redactText(text)).toBe(expected);
});

it.each([
  'camera hall: expected an answer within 10 s, got none',
  'started at 12:30:45 on 2026-11-21T12:30:45.123Z',
  'std::bad_alloc in detector yolox 1.2.3',
  'scene:demo?people=6&seed=3',
  'ratio 3:4, a@b, 50 %',
  'data_unusable, meta_data, topic_of',
  'the key that begins with tk_9fK2a',
  `set it before the start, or write \${HALL_PASSWORD:-text} for a text to use without it`,
  'an address that starts with rtsp://, rtsps://, http://, https:// or scene:',
  'expected the file at https://github.com/a/models/releases/download/0.1.1/yolox_nano.onnx, got nothing',
  'the server answers at http://127.0.0.1:8080/get-key; it listens on 127.0.0.1:8080',
  'authorization: Bearer resource_metadata="/.well-known/x"',
  'the password: check both; within an address special characters are percent-encoded',
  'turnout://classes/abc is a resource',
  '',
])('a redacted text: stays as it is where nothing is secret: %s', (text) => {
  expect(redactText(text)).toBe(text);
});

const secret = fc.stringMatching(/^[A-Za-z0-9!$^*_+=~-]{4,16}$/).map((word) => `Zq${word}`);
const scheme = fc.constantFrom('rtsp', 'rtsps', 'http', 'https', 'rtmp', 'RTSP');
const around = fc.stringMatching(/^[a-z ]{0,20}$/);
const encode = fc.constantFrom<(url: string) => string>(
  (url) => url,
  (url) => encodeURIComponent(url),
  (url) => encodeURIComponent(encodeURIComponent(url)),
  (url) => JSON.stringify(url),
  (url) => url.replaceAll('/', '\\/'),
);

it('a redacted text: never holds the user, password, host or path of any address', () => {
  fc.assert(
    fc.property(
      fc.tuple(scheme, secret, secret, secret, secret, around, around, encode),
      ([kind, user, password, host, path, before, after, form]) => {
        const text = `${before} ${form(`${kind}://${user}:${password}@${host}.lan:554/${path}`)} ${after}`;
        const clean = redactText(text);
        for (const part of [user, password, host, path]) {
          expect(clean).not.toContain(part);
        }
        expect(clean.startsWith(before)).toBe(true);
        expect(clean.endsWith(after)).toBe(true);
      },
    ),
  );
});

it('a redacted text: does not change when it is redacted again', () => {
  const secrets = ['rtsp://a:b@c/d', 'Bearer x', 'password=1', 'tk_abc', '10.1.2.3', 'x:y@z'];
  const pieces = fc.constantFrom(...secrets, ' ', '"', 'ENOTFOUND h', '::1');
  const joined = fc.array(fc.oneof(pieces, fc.string())).map((all) => all.join(''));
  const text = fc.oneof(fc.string(), joined);
  fc.assert(
    fc.property(text, (value) => {
      const once = redactText(value);
      expect(redactText(once)).toBe(once);
    }),
  );
});

it('a redacted text: is made of hostile text too, in a time that does not end the test', () => {
  for (const piece of ['a:', '@', '://', '1.', ':', 'password=', '%3a', 'a::']) {
    expect(redactText(piece.repeat(100_000)).length).toBeLessThan(20_000);
  }
});

it('a redacted value has no secret in any member, list, error or cause', () => {
  const refused = new Error('connect ECONNREFUSED 10.0.0.7:554');
  const cause = Object.assign(refused, { address: '10.0.0.7', port: 554 });
  const parts = { where: 'camera hall', expected: 'an answer', got: 'rtsp://u:Zq9@h/x' };
  const error = new TurnoutError('camera_unreachable', parts, { cause });
  const clean = JSON.stringify(
    redactValue({
      error,
      list: ['http://u:Zq9@h'],
      map: new Map([['a', 'tk_Zq9']]),
      address: new URL('rtsp://u:Zq9@h/x'),
      password: 'Zq9',
      headers: { Authorization: 'Zq9', 'x-api-key': ['Zq9'] },
      'rtsp://u:Zq9@h': 1,
    }),
  );
  expect(clean).not.toMatch(/Zq9|10\.0\.0\.7/);
  expect(clean).toContain('"code":"camera_unreachable"');
  expect(clean).toContain('ECONNREFUSED');
  expect(clean).toContain('"port":554');
});

it('a redacted value survives cycles, depth, bytes and things JSON cannot say', () => {
  const ring = { n: 1n, nan: Number.NaN, f: () => 1, bytes: new Uint8Array(3), self: {} };
  ring.self = ring;
  let deep: unknown = 'end';
  for (let level = 0; level < 50; level += 1) {
    deep = { deep };
  }
  const twin = Object.freeze({ url: 'http://h' });
  const clean = redactValue({ ring, deep, none: null, twins: [twin, twin] });
  expect(JSON.parse(JSON.stringify(clean))).toMatchObject({
    ring: { n: '1', nan: 'NaN', f: '[function]', bytes: '[3 bytes]', self: '[circular]' },
    none: null,
    twins: [{ url: 'http://…' }, { url: 'http://…' }],
  });
});
