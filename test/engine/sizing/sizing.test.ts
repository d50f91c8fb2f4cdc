import { expect, test } from 'vitest';
import {
  CostWindow,
  camerasThatFit,
  inputText,
  type PlannedCamera,
  planRungs,
  rungsFor,
  sizeFor,
} from '../../../engine/sizing.ts';

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

/** YOLOX-Nano on a small computer, a look every 5 s. */
const camera = (more: Partial<PlannedCamera> = {}): PlannedCamera => {
  return { lookMs: [40, 60, 80], wanted: 1, current: null, periodMs: 5000, ...more };
};
const many = (count: number, more: Partial<PlannedCamera> = {}) =>
  Array.from({ length: count }, () => camera(more));

test('the plan gives every camera what its room wants where the workers can carry it', () => {
  const wanted = [0, 1, 2].map((rung) => camera({ wanted: rung }));
  expect(planRungs(wanted, 1)).toEqual([0, 1, 2]);
  expect(planRungs(many(58), 1)).toEqual(Array.from({ length: 58 }, () => 1));
});

test('the plan lowers as few as it must, and the dearest first', () => {
  const rungs = planRungs(many(60), 1);
  expect(rungs.filter((rung) => rung === 0)).toHaveLength(5);
  const withLarge = [...many(57), camera({ lookMs: [40, 60, 90], wanted: 2 })];
  expect(planRungs(withLarge, 1).at(-1)).toBe(1);
});

test('the plan leaves the smallest where even those are too much, for sampling to shed', () => {
  expect(planRungs(many(500), 1)).toEqual(Array.from({ length: 500 }, () => 0));
});

test('the plan does not go to and fro: what is in force may be a little more than what is begun', () => {
  expect(planRungs(many(65, { current: 1 }), 1).every((rung) => rung === 1)).toBe(true);
  expect(planRungs(many(65, { current: 0 }), 1)).toContain(0);
  expect(planRungs(many(75, { current: 1 }), 1)).toContain(0);
});

test('the plan counts what cameras of a fixed size take, and leaves them as they are', () => {
  const fixed = many(40, { lookMs: [80], wanted: 2 });
  const rungs = planRungs([...fixed, ...many(6)], 1);
  expect(rungs.slice(0, 40).every((rung) => rung === 0)).toBe(true);
  expect(rungs.slice(40)).toContain(0);
});

test('cameras that fit are those whose looks take at most 70 % of the workers', () => {
  expect(camerasThatFit(35, 5000, 1)).toBe(100);
  expect(camerasThatFit(35, 5000, 3)).toBe(300);
  const fit = camerasThatFit(60, 5000, 1);
  expect(planRungs(many(fit), 1)).not.toContain(0);
  expect(planRungs(many(fit + 1), 1)).toContain(0);
});

test('what a look costs is the median of the last looks, the detector in proportion to its pixels', () => {
  const costs = new CostWindow();
  expect(costs.lookMs(1000)).toBeNull();
  for (const detectMs of [500, 20, 20, 20]) costs.add({ decodeMs: 10, detectMs, pixels: 1000 });
  expect(costs.lookMs(1000)).toBe(30);
  expect(costs.lookMs(2500)).toBe(60);
  for (let look = 0; look < 40; look += 1) costs.add({ decodeMs: 2, detectMs: 10, pixels: 2000 });
  expect(costs.lookMs(2000)).toBe(12);
});
