/** Parameters together: their order, what is put in for absent ones, and how the query is taken apart. */

import fc from 'fast-check';
import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { decodePercent, parameterReader, parseQuery } from '../../../api/validation/parameters.ts';

const NONE = new Map<string, string>();
const TRAINER = new Map([['trainer', 'ann']]);

const readAll = parameterReader({
  path: { trainer: Type.String({ maxLength: 3 }) },
  query: {
    limit: Type.Integer({ minimum: 1, default: 8 }),
    on: Type.Enum(['yes', 'no']),
    gym_id: Type.Optional(Type.String({ default: 'demo' })),
  },
  header: { 'x-size': Type.Optional(Type.Integer()) },
});

it('an absent default is put in, unless the parameter is optional', () => {
  expect(readAll({ path: TRAINER, query: parseQuery('on=no'), header: NONE })).toEqual({
    ok: true,
    parameters: { path: { trainer: 'ann' }, query: { limit: 8, on: 'no' }, header: {} },
  });
});

it('a kind of schema that no text can be is refused when the route is made', () => {
  const query = { list: Type.Array(Type.String()) };
  expect(() => parameterReader({ path: {}, query, header: {} })).toThrow(/list.*array/);
});

it.each<[string | null, Record<string, string>]>([
  [null, {}],
  ['', {}],
  ['&&', {}],
  ['n', { n: '' }],
  ['n=', { n: '' }],
  ['n=x&n=7', { n: '7' }],
  ['n=a+b%2B', { n: 'a b+' }],
  ['%6e=1&N=2', { n: '1', N: '2' }],
  ['n=1;m=2', { n: '1;m=2' }],
  ['n=a=b', { n: 'a=b' }],
  ['n=%zz%', { n: '%zz%' }],
  ['n=%FF%E2%98x', { n: '\ufffd\ufffdx' }],
  ['n=%F0%9F%98%80', { n: '😀' }],
  ['=5', { '': '5' }],
])('the query %j is %j', (raw, values) => {
  expect(Object.fromEntries(parseQuery(raw))).toEqual(values);
});

it('the query gives back whatever was encoded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(decodePercent(encodeURIComponent(text))).toBe(text);
      expect(parseQuery(`n=${encodeURIComponent(text)}`).get('n')).toBe(text);
    }),
  );
});
