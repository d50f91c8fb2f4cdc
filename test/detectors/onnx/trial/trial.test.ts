import { expect, test } from 'vitest';
import { offBy, tryProvider } from '../../../../detectors/onnx/trial/trial.ts';

test('the processor agrees with itself', async () => {
  expect((await tryProvider('cpu')).lookMs).toBeGreaterThan(0);
});

test('a provider that cannot be had is named by what the runtime says', async () => {
  await expect(tryProvider('openvino')).rejects.toThrow(/openvino|backend|library/i);
});

test('answers are compared by value: small ones as they are, large ones by their share', () => {
  const of = (...values: number[]) => ({ people: Float32Array.from(values) });
  expect(offBy(of(0.5, 400), of(0.51, 404))).toBeCloseTo(0.01, 5);
  expect(offBy(of(0.5), of(0.9))).toBeCloseTo(0.4, 5);
  expect(offBy(of(0.5), of(Number.NaN))).toBe(Number.POSITIVE_INFINITY);
  expect(offBy(of(0.5), {})).toBe(Number.POSITIVE_INFINITY);
});
