import { describe, expect, it } from 'vitest';
import { parseSize } from '../../../config/values/size.ts';

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
});
