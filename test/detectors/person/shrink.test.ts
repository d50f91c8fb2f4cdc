import { expect, test } from 'vitest';
import { scaleInto, shrink } from '../../../detectors/person/shrink.ts';

/** Three planes of a ramp from left to right, one value a column. */
function ramp(width: number, height: number): Float32Array {
  return Float32Array.from({ length: 3 * width * height }, (_, at) => at % width);
}

test('half the size is the mean of each two by two values', () => {
  const size = { width: 4, height: 2 };
  const into = { pixels: new Float32Array(3 * 2).fill(9), size: { width: 2, height: 1 } };
  shrink(ramp(4, 2), size, into);
  expect([...into.pixels]).toEqual([0.5, 2.5, 0.5, 2.5, 0.5, 2.5]);
});

test('what the picture does not reach is left as it is', () => {
  const into = { pixels: new Float32Array(3 * 4).fill(114), size: { width: 2, height: 2 } };
  expect(scaleInto({ width: 4, height: 2 }, into.size)).toBe(0.5);
  shrink(ramp(4, 2), { width: 4, height: 2 }, into);
  expect([...into.pixels.subarray(2, 4)]).toEqual([114, 114]);
});

test('an even picture stays even at any scale', () => {
  const size = { width: 640, height: 384 };
  const into = { pixels: new Float32Array(3 * 416 * 288), size: { width: 416, height: 288 } };
  shrink(new Float32Array(3 * 640 * 384).fill(77), size, into);
  expect(new Set(into.pixels.subarray(0, 416 * 249))).toEqual(new Set([77]));
});
