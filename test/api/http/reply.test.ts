import { expect, it } from 'vitest';
import type { Headers } from '../../../api/http/message.ts';
import { headOf, headText } from '../../../api/http/reply.ts';

const TYPE = headText([['Content-Type', 'text/plain']]);
const OWN = { isForeign: false };

it('has what its own headers do not have', () => {
  const plain = headOf(OWN, [], TYPE, true);
  for (const line of [
    'Content-Type: text/plain',
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
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
  const foreign = headOf({ ...OWN, isForeign: true }, [], TYPE, true);
  expect(names(foreign)).toContain('X-Content-Type-Options');
  expect(names(foreign)).not.toContain('Access-Control-Allow-Origin');
});

it.each(['a\r\nSet-Cookie: b', 'a\nb', 'a\rb'])('has no value that ends its line: %j', (value) => {
  expect(() => headText([['X-Any', value]])).toThrow(RangeError);
});
