import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountOf, formatDuration, parseDuration } from '../../config/forms.ts';

it.each([
  ['1.5s', 1_500],
  ['0.1s', 100],
  ['1.1h', 3_960_000],
])('a duration %s is %i ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

it.each([
  ['5', 'no unit'],
  ['5 s', 'a space'],
  ['-5s', 'a sign'],
  ['.5s', 'no digit before the point'],
  ['1h30m', 'two units'],
  ['0.0001s', 'a fraction of a millisecond'],
  ['999999999y', 'more than a number can hold exactly'],
  ['٥s', 'digits of another script'],
])('a duration %j is none: %s', (text) => {
  expect(parseDuration(text)).toBeNull();
});

it('a duration is the same after it was written and read', () => {
  const wholeMs = fc.integer({ min: 0, max: 2 ** 46 });
  fc.assert(fc.property(wholeMs, (ms) => parseDuration(formatDuration(ms)) === ms));
});

it.each([
  [0, '0ms'],
  [90_000, '90s'],
  [60_000, '1m'],
  [31_536_000_000, '1y'],
  [1_500, '1500ms'],
])('a duration of %i ms is written %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

it.each([
  ['1kB', 1_000],
  ['1KiB', 1_024],
  ['1.5GB', 1_500_000_000],
  ['0.1MB', 100_000],
  ['1GiB', 1_073_741_824],
])('a size %s is %i bytes', (text, bytes) => {
  expect(amountOf(text, 'size')).toBe(bytes);
});

it.each([
  ['64KB', 'a unit that might be either'],
  ['1.0001kB', 'a fraction of a byte'],
])('a size %j is none: %s', (text) => {
  expect(amountOf(text, 'size')).toBeNull();
});
