import { expect, test } from 'vitest';
import { inputText, rungsFor, sizeFor } from '../../../engine/sizing.ts';

const rungs = (width: number, height: number) => rungsFor({ width, height }, null).map(inputText);

test.each([
  ['4:3', 640, 480, ['544x416', '736x576', '832x640']],
  ['upright', 1080, 1920, ['352x640', '480x864', '544x992']],
  ['square', 1024, 1024, ['480x480', '640x640', '736x736']],
  ['a strip', 4000, 400, ['832x288', '1088x384', '1248x416']],
])('the sizes for a picture have its form: %s', (_, width, height, sizes) => {
  expect(rungs(width, height)).toEqual(sizes);
});

test('the sizes for a picture are multiples of 32 and hold the whole picture, whatever its form', () => {
  for (let width = 100; width <= 4000; width += 137) {
    for (let height = 100; height <= 3000; height += 119) {
      const sizes = rungsFor({ width, height }, null);
      const sides = sizes.flatMap((size) => [size.width, size.height]);
      expect(sides.filter((side) => side % 32 > 0)).toEqual([]);
      expect(sides).toHaveLength(6);
      expect(Math.max(...sides)).toBeLessThan(1920);
    }
  }
});

test.each([
  ['a room of more than 25 people gets the largest', null, '960x544'],
  ['but where a detector counts worse on more pixels', 832 * 480, '832x480'],
])('%s', (_, limit, largest) => {
  const sizes = [10, 25, null, 26, 400].map((capacity) => {
    const size = sizeFor({ width: 1280, height: 720 }, capacity, limit);
    return size && inputText(size);
  });
  expect(sizes).toEqual(['640x384', '832x480', '832x480', largest, largest]);
});
