import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calibrate } from '../../../gym/attendance/calibration.ts';

const classes = (factor: number, estimates: readonly number[]) =>
  estimates.map((estimated) => ({ estimated, truth: Math.round(estimated * factor) }));

test('a room of two counted classes tells its error, and is left as it is', () => {
  const calibration = calibrate(classes(1.2, [10, 20]));
  expect(calibration).toMatchObject({ scale: 1, classes: 2, isApplied: false, isJudged: false });
  expect(calibration?.before).toEqual({ meanAbsolute: 3, bias: -3, withinOne: 0 });
  expect(calibration?.after).toEqual(calibration?.before);
});

test('a room that misses one person in six is scaled from the third class on, the more the more were counted', () => {
  const three = calibrate(classes(1.2, [10, 20, 15]));
  // (10 + 12 + 24 + 18) ÷ (10 + 10 + 20 + 15)
  expect(three).toMatchObject({ isApplied: true, scale: 64 / 55, doubt: 10 / 55 });
  const ten = calibrate(classes(1.2, [10, 20, 15, 25, 5, 10, 20, 15, 25, 5]));
  expect(ten?.scale).toBeGreaterThan(three?.scale ?? 2);
  expect(ten?.scale).toBeLessThan(1.2);
  expect(ten?.after).toEqual({ meanAbsolute: 0, bias: 0, withinOne: 1 });
});

test('a room tells the error after a factor as of classes that had no part in it', () => {
  // One odd class among five: leaving it out, the others know nothing of it.
  const odd = [...classes(1.1, [10, 20, 30, 40]), { estimated: 10, truth: 20 }];
  expect(calibrate(odd)?.after.meanAbsolute).toBeGreaterThan(1);
});

const cameras = ['near', 'far'];
// The near one sees all, the far one half of them.
const short = [10, 16, 20, 24].map((seen) => {
  return { estimated: seen, byCamera: { near: seen, far: seen / 2 }, truth: seen * 1.5 };
});

test('cameras that see the same people have a factor each', () => {
  const calibration = calibrate(short, { rule: 'max', cameras });
  expect(calibration?.isApplied).toBe(true);
  // (10 + 105) ÷ (10 + 70), and ÷ (10 + 35), which is more than twice.
  expect(calibration?.cameras).toEqual({ near: 115 / 80, far: 2 });
  // By the far one alone, even twice its people err as before: no factor.
  const byFar = calibrate(short, { rule: 'primary', cameras: ['far', 'near'] });
  expect(byFar).toMatchObject({ isApplied: false, cameras: {} });
});

test('cameras that see the same people have one together where they are added up, or an older estimate did not tell them apart', () => {
  expect(calibrate(short, { rule: 'sum', cameras })?.cameras).toEqual({});
  const [first, ...others] = short;
  const older = [{ estimated: first?.estimated ?? 0, truth: first?.truth ?? 0 }, ...others];
  const together = { isApplied: true, cameras: {} };
  expect(calibrate(older, { rule: 'max', cameras })).toMatchObject(together);
});

test('no factor leaves its bounds, and none makes the error larger', () => {
  const pair = fc.record({ estimated: fc.nat(40), truth: fc.nat(60) });
  fc.assert(
    fc.property(fc.array(pair, { minLength: 1, maxLength: 12 }), (pairs) => {
      const calibration = calibrate(pairs);
      expect(calibration?.scale).toBeGreaterThanOrEqual(0.5);
      expect(calibration?.scale).toBeLessThanOrEqual(2);
      const { before, after } = calibration ?? { before: null, after: null };
      expect(after?.meanAbsolute).toBeLessThanOrEqual(before?.meanAbsolute ?? 0);
    }),
  );
});
