import { expect, test } from 'vitest';
import { isBlack, measurePicture } from '../../../engine/pool/look.ts';
import { seededRandom, wholeNumber } from '../../support/seeded-random.ts';

const SIZE = 416 * 234 * 3;
const noise = (seed: number, mean: number, amplitude: number) => {
  const random = seededRandom(seed);
  const [low, high] = [mean - amplitude, mean + amplitude];
  return Uint8Array.from({ length: SIZE }, () => wholeNumber(random, low, high));
};

test('what a picture says about the camera: the same picture has the same fingerprint, one with other noise has not', () => {
  const first = measurePicture(noise(1, 120, 2)).fingerprint;
  expect(measurePicture(noise(1, 120, 2)).fingerprint).toBe(first);
  expect(measurePicture(noise(2, 120, 2)).fingerprint).not.toBe(first);
});

test('what a picture says about the camera: a covered lens is black, its noise notwithstanding, and no dark room with a lit sign', () => {
  const room = noise(1, 6, 4);
  expect(isBlack(measurePicture(room))).toBe(true);
  for (let row = 20; row < 60; row += 1) room.fill(230, row * 1248, row * 1248 + 180);
  expect(isBlack(measurePicture(room))).toBe(false);
});
