/** Forms: each field once, and not too much of anything; their tokens are ours, about one thing, and not for long. */

import { describe, expect, it } from 'vitest';
import { FORM_TOKEN_MS, FormTokens, mediaTypeOf, parseForm } from '../../../api/http/origin.ts';
import { FakeClock } from '../../support/fake-clock.ts';

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

describe('a token of a form', () => {
  it('is valid for its subject alone', () => {
    const tokens = new FormTokens(new FakeClock());
    const token = tokens.issue('client one, to one.example');
    expect(tokens.isValid(token, 'client one, to one.example')).toBe(true);
    expect(tokens.isValid(token, 'client one, to other.example')).toBe(false);
  });

  it('is valid until its time is over', async () => {
    const clock = new FakeClock();
    const tokens = new FormTokens(clock);
    const token = tokens.issue('subject');
    await clock.advance(FORM_TOKEN_MS - 1);
    expect(tokens.isValid(token, 'subject')).toBe(true);
    await clock.advance(1);
    expect(tokens.isValid(token, 'subject')).toBe(false);
  });

  it('cannot be given a longer time', async () => {
    const clock = new FakeClock();
    const tokens = new FormTokens(clock);
    const [, signature] = tokens.issue('subject').split('.');
    await clock.advance(FORM_TOKEN_MS);
    expect(tokens.isValid(`zzzzzzzz.${signature}`, 'subject')).toBe(false);
  });

  it('of another process is none, nor is anything else', () => {
    const clock = new FakeClock();
    const tokens = new FormTokens(clock);
    const token = new FormTokens(clock).issue('subject');
    for (const text of [token, '', '.', 'a.b', `${token}=`, `${token}\n`, '0'.repeat(10_000)]) {
      expect(tokens.isValid(text, 'subject'), JSON.stringify(text)).toBe(false);
    }
  });
});
