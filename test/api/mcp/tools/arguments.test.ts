/** What is said of arguments that are wrong, and of such as would only keep the thread busy. */

import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { argumentsReader } from '../../../../api/mcp/tools.ts';

const read = argumentsReader(
  Type.Object(
    {
      trainer: Type.String({ maxLength: 8 }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
      query: Type.Optional(Type.Object({}, { additionalProperties: true })),
    },
    { additionalProperties: false },
  ),
);

/** `[[[…]]]` */
function nested(levels: number): unknown {
  return JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
}

describe('arguments', () => {
  it('fills in defaults and leaves what was given as it is', () => {
    const given = { trainer: 'anna' };
    expect(read(given)).toEqual({ isOk: true, value: { trainer: 'anna', limit: 10 } });
    expect(given).toEqual({ trainer: 'anna' });
  });

  it.each([
    [undefined, /must have "trainer"/],
    [{ trainer: 'anna', limit: 101 }, /^limit: must be <= 100/],
    [{ trainer: 'anna', gym: 1 }, /must not have "gym"/],
    [JSON.parse('{"trainer":"anna","constructor":{}}'), /must not have "constructor"/],
  ])('says of %j what would be right', (given, words) => {
    expect(read(given)).toMatchObject({ isOk: false, message: expect.stringMatching(words) });
  });

  const question = argumentsReader(
    Type.Object({
      query: Type.Union([
        Type.String({ minLength: 1 }),
        Type.Object({ text: Type.String() }, { additionalProperties: true }),
      ]),
    }),
  );
  it.each([
    [5, 'query: must be string or object.'],
    [null, 'query: must be string or object.'],
    ['', 'query: must not have fewer than 1 characters.'],
    [{}, 'query: must have "text".'],
    [{ text: 5 }, 'query.text: must be string.'],
  ])('says one thing of %j where one of two kinds is wanted', (query, message) => {
    expect(question({ query })).toEqual({ isOk: false, message });
  });

  it.each([
    ['deep', { trainer: 'anna', query: { x: nested(100_000) } }],
    ['wide', Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, 1]))],
    ['wide inside', { trainer: 'anna', query: { x: Array.from({ length: 60_000 }, () => ({})) } }],
  ])('refuses what is %s before it looks for faults', (_, given) => {
    expect(read(given)).toEqual({
      isOk: false,
      message: 'arguments: must not have more than 16 levels and 1000 members.',
    });
  });
});
