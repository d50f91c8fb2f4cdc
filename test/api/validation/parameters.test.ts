/** Parameters together: their order, what is put in for absent ones, how the query is taken apart, and faults of a body. */

import fc from 'fast-check';
import { Type } from 'typebox';
import { expect, it } from 'vitest';
import {
  decodePercent,
  parameterReader,
  parseQuery,
  readJsonBody,
} from '../../../api/validation/parameters.ts';

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

it('the query gives back whatever was encoded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(decodePercent(encodeURIComponent(text))).toBe(text);
      expect(parseQuery(`n=${encodeURIComponent(text)}`).get('n')).toBe(text);
    }),
  );
});

it('names members that are not known, and the words that are', async () => {
  const rule = Type.Unsafe<string>({ type: 'string', enum: ['max', 'sum'] });
  const schema = Type.Object({ id: Type.String(), rule }, { additionalProperties: false });
  const read = await readJsonBody(schema, Buffer.from('{"id":"a","foo":1,"bar":2,"rule":"z"}'));
  const unknown = { type: 'additionalProperties', msg: 'Input must not have foo, bar' };
  expect(read).toEqual({
    ok: false,
    faults: [
      { ...unknown, loc: ['body'], input: null },
      { type: 'enum', loc: ['body', 'rule'], msg: 'Input must be one of max, sum', input: null },
    ],
  });
});
