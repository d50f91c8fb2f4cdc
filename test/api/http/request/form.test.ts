/** Forms: each field once, and not too much of anything. */

import { expect, it } from 'vitest';
import { mediaTypeOf, parseForm } from '../../../../api/http/request/form.ts';

const parse = (text: string) => parseForm(Buffer.from(text));

it.each<[string, Record<string, string>]>([
  ['', {}],
  ['a=1&b=two+words&c=%C3%A9', { a: '1', b: 'two words', c: 'é' }],
  ['a&b=', { a: '', b: '' }],
  ['a=%zz&b=%ff', { a: '%zz', b: '\ufffd' }],
  ['__proto__=x&constructor=y', JSON.parse('{"__proto__":"x","constructor":"y"}')],
])('%s is read', (text, fields) => {
  expect([...(parse(text) ?? [])]).toEqual(Object.entries(fields));
});

it('is refused with a field twice, too many fields, or too large', () => {
  expect(parse('a=1&b=2&a=1')).toBeNull();
  expect(parse('a=1&%61=2')).toBeNull();
  const fields = (count: number) => Array.from({ length: count }, (_, at) => `f${at}=x`).join('&');
  expect(parse(fields(32))?.size).toBe(32);
  expect(parse(fields(33))).toBeNull();
  expect(parse(`a=${'x'.repeat(16 * 1024 - 2)}`)?.size).toBe(1);
  expect(parse(`a=${'x'.repeat(16 * 1024 - 1)}`)).toBeNull();
});

it.each([
  [undefined, null],
  ['application/json', 'application/json'],
  ['Application/X-WWW-Form-Urlencoded; charset=utf-8', 'application/x-www-form-urlencoded'],
  ['', ''],
  ['text/plain, application/json', 'text/plain, application/json'],
])('the media type of %s is %s', (told, expected) => {
  const headers = new Map(told === undefined ? [] : [['content-type', told]]);
  expect(mediaTypeOf(headers)).toBe(expected);
});
