import { expect, test } from 'vitest';
import {
  CostWindow,
  camerasThatFit,
  type PlannedCamera,
  planRungs,
} from '../../../engine/sizing.ts';

/** YOLOX-Nano on a small computer, a look every 5 s. */
const camera = (more: Partial<PlannedCamera> = {}): PlannedCamera => ({
  lookMs: [40, 60, 80],
  wanted: 1,
  current: null,
  periodMs: 5000,
  ...more,
});
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

test('what a look costs is unknown before the first', () => {
  expect(new CostWindow().lookMs(1000)).toBeNull();
});

test('what a look costs is the median of the last looks, the detector in proportion to its pixels', () => {
  const costs = new CostWindow();
  for (const detectMs of [500, 20, 20, 20]) costs.add({ decodeMs: 10, detectMs, pixels: 1000 });
  expect(costs.lookMs(1000)).toBe(30);
  expect(costs.lookMs(2500)).toBe(60);
  for (let look = 0; look < 40; look += 1) costs.add({ decodeMs: 2, detectMs: 10, pixels: 2000 });
  expect(costs.lookMs(2000)).toBe(12);
});
