import { expect, it } from 'vitest';
import { FixedBlock, HeaderBlock } from '../../../api/http/header-block.ts';

const TYPE = FixedBlock.of([['Content-Type', 'text/plain']]);
const CACHING = FixedBlock.of([
  ['Vary', 'Accept'],
  ['Cache-Control', 'no-cache'],
]);

it('is told as text and as pairs, of one header as of several', () => {
  expect([TYPE.name, TYPE.rest, TYPE.lines, TYPE.pairs]).toEqual([
    'Content-Type',
    'text/plain',
    '\r\nContent-Type: text/plain',
    [['Content-Type', 'text/plain']],
  ]);
  expect([CACHING.name, CACHING.rest, CACHING.lines]).toEqual([
    'Vary',
    'Accept\r\nCache-Control: no-cache',
    '\r\nVary: Accept\r\nCache-Control: no-cache',
  ]);
  expect([HeaderBlock.of([]).name, HeaderBlock.of([]).lines]).toEqual(['', '']);
});

it('is joined with another once, and says what both say', () => {
  const whole = TYPE.with(CACHING);
  expect(whole.pairs).toEqual([...TYPE.pairs, ...CACHING.pairs]);
  expect(TYPE.with(FixedBlock.of([['X-Other', '1']])).has('Vary')).toBe(false);
  expect(TYPE.with(CACHING)).toBe(whole);
});

it('knows its names, whichever list was asked for before', () => {
  const whole = TYPE.with(CACHING);
  const [one, other] = [['Vary', 'Origin'], ['Origin']];
  expect([one, other, one, other].map((names) => whole.hasAny(names))).toEqual([
    ...[true, false],
    ...[true, false],
  ]);
  expect([TYPE.has('Content-Type'), TYPE.has('Vary'), whole.has('Cache-Control')]).toEqual([
    ...[true, false, true],
  ]);
});
