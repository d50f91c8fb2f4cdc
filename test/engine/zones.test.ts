/** Who is in which zone, and who is counted there. */

import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import {
  isInPolygon,
  judge,
  type Point,
  placeOf,
  tally,
  tallyDensity,
  type Zone,
} from '../../engine/zones.ts';
import { rect, zone } from '../support/rect.ts';

const square = rect(0.2, 0.2, 0.8, 0.8);
it.each<[x: number, y: number, isIn: boolean, reason: string]>([
  [0.2, 0.5, true, 'the left edge is in'],
  [0.8, 0.5, false, 'the right edge is out'],
  [0.5, 0.2, true, 'the upper edge is in'],
  [0.5, 0.8, false, 'the lower edge is out'],
])('a point and a square: %d, %d: %s, %s', (x, y, isIn) => {
  expect(isInPolygon([x, y], square)).toBe(isIn);
  expect(isInPolygon([x, y], square.toReversed())).toBe(isIn);
});

it('a point and a square: and a notch is outside', () => {
  const corners = '0,0 0.3,0 0.3,0.6 0.7,0.6 0.7,0 1,0 1,1 0,1'.split(' ');
  const letterU = corners.map((corner) => corner.split(',').map(Number) as [number, number]);
  const [notch, leg, foot] = [0.3, 0.15, 0.5];
  const isIn = (x: number, y: number) => isInPolygon([x, y], letterU);
  expect([isIn(0.5, notch), isIn(leg, 0.3), isIn(foot, 0.8)]).toEqual([false, true, true]);
});

it('a point and a square: two zones that share an edge hold every point exactly once', () => {
  const ratio = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(ratio, ratio, ratio, ratio, (x, y, top, bottom) => {
      const upper: Point = [top, 0];
      const lower: Point = [bottom, 1];
      const left: Point[] = [[0, 0], upper, lower, [0, 1]];
      const right: Point[] = [[1, 1], lower, upper, [1, 0]];
      expect(Number(isInPolygon([x, y], left)) + Number(isInPolygon([x, y], right))).toBe(1);
    }),
  );
});

const [LEFT, RIGHT] = [rect(0, 0, 0.5, 1), rect(0.5, 0, 1, 1)];
const IGNORING = [zone('count'), zone('staff'), zone('ignore', LEFT)];
const ON_THE_LEFT = [0.2, 0.2, 0.4, 0.6] as const;
const ON_THE_RIGHT = [0.6, 0.2, 0.8, 0.6] as const;

it.each<[string, Zone[], string, string]>([
  ['only those in a count zone where one is drawn', [zone('count', LEFT)], 'counted', 'ignored'],
  ['everybody else next to a staff zone alone', [zone('staff', LEFT)], 'staff', 'counted'],
  ['nobody in an ignore zone, and then no staff', IGNORING, 'ignored', 'staff'],
])('counted are %s', (_, zones, left, right) => {
  const verdicts = [ON_THE_LEFT, ON_THE_RIGHT].map((box) => judge(box, zones).verdict);
  expect(verdicts).toEqual([left, right]);
});

test('where a box is anchored: at the middle of its lower edge, or at its centre', () => {
  const [x, y] = placeOf(ON_THE_LEFT, 'bottom_centre', {});
  expect([x, y]).toEqual([expect.closeTo(0.3), expect.closeTo(0.6)]);
  expect(placeOf(ON_THE_LEFT, 'centre', {})[1]).toBeCloseTo(0.4);
});

test('where a box is anchored: somebody cut off by the border is in a zone drawn to the border', () => {
  expect(judge([0.4, 0.7, 0.6, 1.3], [zone('count')]).verdict).toBe('counted');
  expect(judge([0.9, 0.7, 1.2, 1], [zone('count')]).verdict).toBe('counted');
});

test('where a box is anchored: someone who lies is in a zone by their middle, and who stands by their feet', () => {
  const box = [0.1, 0.2, 0.5, 0.7] as const;
  const upper = zone('count', rect(0, 0, 1, 0.5));
  const counted = (more: object) => tally([{ box, score: 1, ...more }], [upper]).counted;
  const [lying, feet] = [{ posture: 'lying' }, { feet: [0.3, 0.45] }];
  expect([{}, { posture: 'standing' }, lying, feet].map(counted)).toEqual([0, 0, 1, 1]);
});

const standing = zone('staff', undefined, { postures: ['standing'] });
const lying = zone('count', undefined, { postures: ['lying'] });

// A detector without postures is never one of 0 people.
it.each([
  ['the trainer who stands is taken off', standing, 'standing', 'staff'],
  ['whom it is for is counted', lying, 'lying', 'counted'],
  ['others are not', lying, 'sitting', 'ignored'],
  ['whoever has no posture is counted', standing, undefined, 'counted'],
  ['in both of them', lying, undefined, 'counted'],
] as const)('a zone for some postures: %s', (_, one, posture, verdict) => {
  const body = posture === undefined ? {} : { posture };
  expect(judge(ON_THE_LEFT, [one], body).verdict).toBe(verdict);
});

test('a zone for some postures: next to one for everyone keeps its own number, whatever is counted', () => {
  const judged = judge(ON_THE_LEFT, [zone('count'), lying], { posture: 'standing' });
  expect(judged).toEqual({ verdict: 'counted', inZone: [true, false] });
});

const somebody = (left: number, score = 0.8) =>
  ({ box: [left, 0.2, left + 0.1, 0.5], score }) as const;

test('a tally of boxes is by verdict and by zone, and only the counted ones make the confidence', () => {
  const boxes = [somebody(0.1, 0.9), somebody(0.3, 0.5), somebody(0.7, 0.1)];
  const result = tally(boxes, [zone('count', LEFT), zone('staff', RIGHT)]);
  expect(result).toMatchObject({ counted: 2, staff: 1, ignored: 0, zones: [2, 1] });
  expect(result.confidence).toBeCloseTo(0.7);
  expect(result.boxes.map(({ verdict }) => verdict)).toEqual(['counted', 'counted', 'staff']);
});

test('a tally of boxes ignores the one box that fits a place of false people best, whatever the zones say', () => {
  const rack = somebody(0.3).box;
  const seen = tally([somebody(0.32), somebody(0.301), somebody(0.7)], [], [rack]);
  expect([seen.counted, seen.ignored]).toEqual([2, 1]);
  expect(seen.boxes.map(({ verdict }) => verdict)).toEqual(['counted', 'ignored', 'counted']);
  expect(tally([somebody(0.35), somebody(0.7)], [], [rack])).toMatchObject({ counted: 2 });
});

test('a tally of boxes holds in an overlap zone, which decides nothing, those alone who are counted', () => {
  const boxes = [somebody(0.1), somebody(0.6), somebody(0.8)];
  const zones = [zone('ignore', LEFT), zone('overlap', LEFT), zone('overlap', RIGHT)];
  expect(tally(boxes, zones)).toMatchObject({ counted: 2, ignored: 1, zones: [1, 0, 2] });
});

const GRID = { width: 4, height: 1, values: Float32Array.from([1, 2.5, 0, 4]) };

it('a tally of a density counts the cells whose middle lies in a zone', () => {
  const zones = [zone('count', LEFT), zone('staff', RIGHT)];
  const tallied = { counted: 3.5, staff: 4, ignored: 0, zones: [3.5, 4] };
  expect(tallyDensity(GRID, zones)).toEqual(tallied);
  expect(tallyDensity(GRID, zones.slice(0, 1))).toMatchObject({ counted: 3.5, ignored: 4 });
});

it('a tally of a density scales all of it where a count is known better than the sum', () => {
  expect(tallyDensity(GRID, [], 15)).toMatchObject({ counted: 15 });
  const ignoring = [zone('ignore', LEFT)];
  expect(tallyDensity(GRID, ignoring, 15)).toMatchObject({ counted: 8, ignored: 7 });
});
