import { describe, expect, test } from 'vitest';
import { inputText, rungsFor, sizeFor } from '../../../engine/sizing.ts';

const rungs = (width: number, height: number) => rungsFor({ width, height }, null).map(inputText);

describe('the sizes for a picture', () => {
  test.each([
    ['4:3', 640, 480, ['544x416', '736x576', '832x640']],
    ['upright', 1080, 1920, ['352x640', '480x864', '544x992']],
    ['square', 1024, 1024, ['480x480', '640x640', '736x736']],
    ['a strip', 4000, 400, ['832x288', '1088x384', '1248x416']],
  ])('have its form: %s', (_, width, height, sizes) => {
    expect(rungs(width, height)).toEqual(sizes);
  });

  test('are multiples of 32 and hold the whole picture, whatever its form', () => {
    for (let width = 100; width <= 4000; width += 137) {
      for (let height = 100; height <= 3000; height += 119) {
        const sizes = rungsFor({ width, height }, null);
        expect(sizes.flatMap((size) => [size.width % 32, size.height % 32])).toEqual(
          Array.from({ length: 6 }, () => 0),
        );
        expect(Math.max(...sizes.flatMap((size) => [size.width, size.height]))).toBeLessThan(1920);
      }
    }
  });
});

const limit = 832 * 480;
const at = (width: number, height: number, capacity: number | null) =>
  inputText(sizeFor({ width, height }, capacity, limit) ?? { width: 0, height: 0 });

test('the sizes of a detector that counts worse on more pixels a room of more than 25 people gets the highest that is left', () => {
  expect([10, 25, 26, 400, null].map((capacity) => at(1280, 720, capacity))).toEqual([
    '640x384',
    '832x480',
    '832x480',
    '832x480',
    '832x480',
  ]);
  expect(sizeFor({ width: 1280, height: 720 }, 26, null)).toEqual({ width: 960, height: 544 });
});
