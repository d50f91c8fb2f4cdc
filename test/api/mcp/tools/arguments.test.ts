/** What is said of arguments that are wrong, and of such as would only keep the thread busy. */

import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { argumentsReader } from '../../../../api/mcp/tools/arguments.ts';

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
