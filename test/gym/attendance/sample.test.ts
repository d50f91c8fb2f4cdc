import { expect, test } from 'vitest';
import { faultOf, isGood, SAMPLE_FLAGS } from '../../../gym/attendance/sample.ts';

const sample = (count: number | null, flags: number) => ({ atUtcMs: 0, count, flags });

test('a sample is good with a count and no flag, and nobody is a count', () => {
  expect([sample(0, 0), sample(7, 0)].map(isGood)).toEqual([true, true]);
  expect([sample(null, 0), sample(7, SAMPLE_FLAGS.frozen)].map(isGood)).toEqual([false, false]);
});

test('every flag has a reason, and a frozen picture goes before a black one', () => {
  const reasons = Object.values(SAMPLE_FLAGS).map((flags) => faultOf(sample(null, flags)));
  expect(new Set(reasons)).toEqual(new Set(['warming_up', 'black_picture', 'frozen_picture']));
  expect(faultOf(sample(null, SAMPLE_FLAGS.frozen | SAMPLE_FLAGS.black))).toBe('frozen_picture');
  expect(faultOf(sample(null, 0))).toBe('low_coverage');
});
