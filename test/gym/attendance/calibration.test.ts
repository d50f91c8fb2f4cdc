import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calibrate } from '../../../gym/attendance/calibration.ts';

const classes = (factor: number, estimates: readonly number[]) =>
  estimates.map((estimated) => ({ estimated, truth: Math.round(estimated * factor) }));

describe('a room', () => {
  test('that nobody counted has no calibration', () => {
    expect(calibrate([])).toBeNull();
  });

  test('of four counted classes tells its error, and is left as it is', () => {
    const calibration = calibrate(classes(1.2, [10, 20, 15, 25]));
    expect(calibration).toMatchObject({ scale: 1, classes: 4, isApplied: false });
    expect(calibration?.before).toEqual({ meanAbsolute: 3.5, bias: -3.5, withinOne: 0 });
    expect(calibration?.after).toEqual(calibration?.before);
  });

  test('that misses one person in six is scaled by 1.2 from the fifth class on', () => {
    const calibration = calibrate(classes(1.2, [10, 20, 15, 25, 5]));
    expect(calibration?.isApplied).toBe(true);
    expect(calibration?.scale).toBeCloseTo(1.2, 5);
    expect(calibration?.after).toEqual({ meanAbsolute: 0, bias: 0, withinOne: 1 });
  });

  test('that is counted right gets no factor', () => {
    expect(calibrate(classes(1, [10, 20, 15, 25, 5]))).toMatchObject({
      scale: 1,
      isApplied: false,
    });
  });

  test('whose errors follow no factor gets none', () => {
    const noisy = [
      { estimated: 10, truth: 16 },
      { estimated: 16, truth: 10 },
      { estimated: 12, truth: 17 },
      { estimated: 17, truth: 12 },
      { estimated: 13, truth: 13 },
    ];
    expect(calibrate(noisy)).toMatchObject({ scale: 1, isApplied: false });
  });

  test('that estimates nobody where people were cannot be mended by a factor', () => {
    const blind = Array.from({ length: 6 }, () => ({ estimated: 0, truth: 9 }));
    expect(calibrate(blind)).toMatchObject({ scale: 1, isApplied: false });
  });

  test('tells the error after a factor as of classes that had no part in it', () => {
    // One odd class among five: leaving it out, the others know nothing of it.
    const odd = [...classes(1.1, [10, 20, 30, 40]), { estimated: 10, truth: 20 }];
    expect(calibrate(odd)?.after.meanAbsolute).toBeGreaterThan(1);
  });
});

test('no factor leaves its bounds, and none makes the error larger', () => {
  const pair = fc.record({ estimated: fc.nat(40), truth: fc.nat(60) });
  fc.assert(
    fc.property(fc.array(pair, { minLength: 1, maxLength: 12 }), (pairs) => {
      const calibration = calibrate(pairs);
      expect(calibration?.scale).toBeGreaterThanOrEqual(0.8);
      expect(calibration?.scale).toBeLessThanOrEqual(1.3);
      const { before, after } = calibration ?? { before: null, after: null };
      expect(after?.meanAbsolute).toBeLessThanOrEqual(before?.meanAbsolute ?? 0);
    }),
  );
});
