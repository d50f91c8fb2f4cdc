import { expect, test } from 'vitest';
import { faultOf, SAMPLE_FLAGS } from '../../../gym/attendance/sample.ts';

const sample = (count: number | null, flags: number) => ({ atUtcMs: 0, count, flags });

test('every flag has a reason, and a frozen picture goes before a black one', () => {
  const reasons = Object.values(SAMPLE_FLAGS).map((flags) => faultOf(sample(null, flags)));
  expect(new Set(reasons)).toEqual(new Set(['warming_up', 'black_picture', 'frozen_picture']));
  expect(faultOf(sample(null, SAMPLE_FLAGS.frozen | SAMPLE_FLAGS.black))).toBe('frozen_picture');
  expect(faultOf(sample(null, 0))).toBe('low_coverage');
});
