import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseChallenges } from '../../../../engine/cameras/http/login.ts';

const asPlain = (headers: readonly string[]) =>
  parseChallenges(headers).map(({ scheme, parameters }) => [
    scheme,
    Object.fromEntries(parameters),
  ]);

describe('challenges', () => {
  it.each([
    ['one', ['Basic realm="a"'], [['basic', { realm: 'a' }]]],
    ['no parameter', ['Negotiate'], [['negotiate', {}]]],
    [
      'two in one header',
      ['Basic realm="a", Digest realm="b", nonce=c'],
      [
        ['basic', { realm: 'a' }],
        ['digest', { realm: 'b', nonce: 'c' }],
      ],
    ],
    [
      'commas and escaped quotes within a value',
      ['Digest realm="a, \\"b\\", Basic", nonce="c"'],
      [['digest', { realm: 'a, "b", Basic', nonce: 'c' }]],
    ],
    ['spaces around the equals sign', ['Digest nonce = "c"'], [['digest', { nonce: 'c' }]]],
    ['nothing', [''], []],
  ])('are taken apart: %s', (_, headers, expected) => {
    expect(asPlain(headers)).toEqual(expected);
  });

  it('never throw, whatever a camera sends', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (headers) => {
        expect(Array.isArray(parseChallenges(headers))).toBe(true);
      }),
    );
  });
});
