import { expect, test } from 'vitest';
import { calibrationText } from '../../../cli/class.ts';

const error = (mean: number) => ({ mean, bias: 0, within_one: 0 });
const HALL = {
  room: 'hall',
  name: 'Hall',
  on: true,
  state: 'better',
  classes: 3,
  classes_needed: 0,
  factor: 1.16,
  cameras: [] as { camera: string; factor: number }[],
  error_before: error(3),
  error_after: error(0.67),
} as const;

test('true counts tell the factor with the error before and after', () => {
  expect(calibrationText(HALL)).toBe(
    'Room hall, 3 counted classes: people × 1.16; mean error 3.0 people before, 0.7 people after (each class judged by the others).',
  );
});

test('too few counted classes are no factor, and say so', () => {
  const few = { ...HALL, classes: 1, error_before: error(2), error_after: null };
  expect(calibrationText(few)).toBe(
    'Room hall, 1 counted class: mean error 2.0 people before; no factor, which takes three classes and has to make the error smaller.',
  );
  const none = { ...few, error_before: null };
  expect(calibrationText(none)).toContain('no counted class has an estimate yet');
});
