import { expect, it } from 'vitest';
import type { Sample } from '../../gym/attendance/sample.ts';
import { crowdingOf } from '../../service/status.ts';

function seen(counts: readonly (number | null)[], change: object = {}) {
  const place = { slot: 0, generation: 1 };
  const camera = { place, isWeak: false, isDensity: false, inputPixels: 832 * 480, ...change };
  const samples = counts.map((count) => ({ count, flags: 0 }) as Sample);
  const reader = { since: () => ({ samples, cursor: 0, missed: 0 }) };
  return { crowding: crowdingOf(camera, reader), uncounted: crowdingOf(undefined, reader) };
}

it('a camera that sees a crowd is told by the most people of one sample', () => {
  const crowd = { counted: 14, reasons: ['crowded'], isWeakDetector: false };
  expect(seen([3, 14, null, 9]).crowding).toEqual(crowd);
  expect(seen([3, 9]).crowding).toBeNull();
  expect(seen([null]).crowding).toBeNull();
  expect(seen([30]).uncounted).toBeNull();
});

it('a camera that sees a crowd is too much for a small picture, and for a weak detector at any size', () => {
  const small = { inputPixels: 416 * 416 };
  expect(seen([12], small).crowding?.reasons).toEqual(['crowded', 'small_input']);
  const weak = { isWeak: true };
  const both = { reasons: ['crowded', 'small_input'], isWeakDetector: true };
  expect(seen([12], weak).crowding).toMatchObject(both);
});
