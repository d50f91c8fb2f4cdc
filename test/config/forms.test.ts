import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountOf, formatDuration } from '../../config/forms.ts';

it.each([
  ['1.5s', 'duration', 1_500],
  ['0.1s', 'duration', 100],
  ['1.1h', 'duration', 3_960_000],
  ['1kB', 'size', 1_000],
  ['1KiB', 'size', 1_024],
  ['1.5GB', 'size', 1_500_000_000],
  ['0.1MB', 'size', 100_000],
  ['1GiB', 'size', 1_073_741_824],
] as const)('%s is a %s of %i ms or bytes', (text, measure, amount) => {
  expect(amountOf(text, measure)).toBe(amount);
});

it.each([
  ['5', 'duration', 'it has no unit'],
  ['5 s', 'duration', 'it has a space'],
  ['-5s', 'duration', 'it has a sign'],
  ['.5s', 'duration', 'it has no digit before the point'],
  ['1h30m', 'duration', 'it has two units'],
  ['0.0001s', 'duration', 'it is a fraction of a millisecond'],
  ['999999999y', 'duration', 'it is more than a number can hold exactly'],
  ['٥s', 'duration', 'its digits are of another script'],
  ['64KB', 'size', 'its unit might be either'],
  ['1.0001kB', 'size', 'it is a fraction of a byte'],
] as const)('%j is no %s: %s', (text, measure, _) => {
  expect(amountOf(text, measure)).toBeNull();
});

it('a duration is the same after it was written and read', () => {
  const wholeMs = fc.integer({ min: 0, max: 2 ** 46 });
  fc.assert(fc.property(wholeMs, (ms) => amountOf(formatDuration(ms), 'duration') === ms));
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
