import { expect, test } from 'vitest';
import { calibrationJson, calibrationText } from '../../../cli/class.ts';
import { calibrate } from '../../../gym/attendance/calibration.ts';

const counted = [10, 20, 15].map((estimated) => ({ estimated, truth: estimated * 1.2 }));

test('true counts tell the factor with the error before and after', () => {
  const calibration = calibrate(counted);
  expect(calibrationText('hall', calibration)).toBe(
    'Room hall, 3 counted classes: people × 1.16; mean error 3.0 people before, 0.7 people after (each class judged by the others).',
  );
  expect(calibrationJson(calibration)).toEqual({
    applied: true,
    classes: 3,
    factor: 1.16,
    cameras: {},
    mean_error_before: 3,
    mean_error_after: 0.67,
  });
});

test('each camera is named where it has a factor of its own', () => {
  const apart = counted.map((one) => ({ ...one, byCamera: { near: one.estimated, far: 5 } }));
  const calibration = calibrate(apart, { rule: 'max', cameras: ['near', 'far'] });
  expect(calibrationText('hall', calibration)).toContain('camera near × 1.16, camera far × 2.00;');
});

test('too few counted classes are no factor, and say so', () => {
  const [first] = counted;
  expect(calibrationText('hall', calibrate(first === undefined ? [] : [first]))).toBe(
    'Room hall, 1 counted class: mean error 2.0 people before; no factor, which takes three classes and has to make the error smaller.',
  );
  expect(calibrationText('hall', null)).toContain('no counted class has an estimate yet');
  expect(calibrationJson(null)).toBeNull();
});
