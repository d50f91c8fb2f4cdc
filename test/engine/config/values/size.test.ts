import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatSize, parseSize } from '../../../../engine/config/index.ts';

describe('a size', () => {
  it.each([
    ['0B', 0],
    ['512B', 512],
    ['1kB', 1_000],
    ['1KiB', 1_024],
    ['64MB', 64_000_000],
    ['1.5GB', 1_500_000_000],
    ['0.1MB', 100_000],
    ['1GiB', 1_073_741_824],
  ])('%s is %i bytes', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });

  it.each([
    ['64', 'no unit'],
    ['64mb', 'a unit of another case'],
    ['64KB', 'a unit that might be either'],
    ['64 MB', 'a space'],
    ['-1MB', 'a sign'],
    ['0.5B', 'half a byte'],
    ['1.0001kB', 'a fraction of a byte'],
    ['99999999GB', 'more than a number can hold exactly'],
  ])('%j is none: %s', (text) => {
    expect(parseSize(text)).toBeNull();
  });

  it('is the same after it was written and read', () => {
    const wholeBytes = fc.integer({ min: 0, max: 2 ** 50 });
    fc.assert(fc.property(wholeBytes, (bytes) => parseSize(formatSize(bytes)) === bytes));
  });

  it.each([
    [0, '0B'],
    [64_000_000, '64MB'],
    [1_024, '1KiB'],
    [1_001, '1001B'],
  ])('of %i bytes is written %s', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
  });
});
