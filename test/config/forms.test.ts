import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountOf, formatDuration, parseDuration } from '../../config/forms.ts';

it.each([
  ['0ms', 0],
  ['1.5s', 1_500],
  ['0.1s', 100],
  ['1.1h', 3_960_000],
  ['007s', 7_000],
])('a duration %s is %i ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

it.each([
  ['5', 'no unit'],
  ['', 'nothing'],
  ['s', 'no number'],
  ['5 s', 'a space'],
  ['5S', 'a unit of another case'],
  ['-5s', 'a sign'],
  ['.5s', 'no digit before the point'],
  ['5.s', 'no digit after the point'],
  ['1h30m', 'two units'],
  ['1e3s', 'an exponent'],
  ['0.0001s', 'a fraction of a millisecond'],
  ['999999999y', 'more than a number can hold exactly'],
  ['٥s', 'digits of another script'],
  ['5s\n', 'a line end'],
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
  [3_600_000, '1h'],
  [86_400_000, '1d'],
  [604_800_000, '1w'],
  [31_536_000_000, '1y'],
  [1_500, '1500ms'],
])('a duration of %i ms is written %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

it.each([
  ['512B', 512],
  ['1kB', 1_000],
  ['1KiB', 1_024],
  ['1.5GB', 1_500_000_000],
  ['0.1MB', 100_000],
  ['1MiB', 1_048_576],
  ['1GiB', 1_073_741_824],
])('a size %s is %i bytes', (text, bytes) => {
  expect(amountOf(text, 'size')).toBe(bytes);
});

it.each([
  ['64KB', 'a unit that might be either'],
  ['1.0001kB', 'a fraction of a byte'],
  ['99999999GB', 'more than a number can hold exactly'],
])('a size %j is none: %s', (text) => {
  expect(amountOf(text, 'size')).toBeNull();
});
