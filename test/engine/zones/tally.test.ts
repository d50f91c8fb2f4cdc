import { expect, test } from 'vitest';
import { tally, type Zone } from '../../../engine/zones.ts';

const half = (from: number, kind: Zone['kind']): Zone => ({
  name: `${kind} from ${from}`,
  kind,
  anchor: 'centre',
  polygon: [
    [from, 0],
    [from + 0.5, 0],
    [from + 0.5, 1],
    [from, 1],
  ],
});

test('boxes are counted by verdict and by zone, and only the counted ones make the confidence', () => {
  const boxes = [
    { box: [0.1, 0.1, 0.2, 0.2] as const, score: 0.9 },
    { box: [0.3, 0.1, 0.4, 0.2] as const, score: 0.5 },
    { box: [0.7, 0.1, 0.8, 0.2] as const, score: 0.1 },
  ];
  const result = tally(boxes, [half(0, 'count'), half(0.5, 'staff')]);
  expect(result).toMatchObject({ counted: 2, staff: 1, ignored: 0, zones: [2, 1] });
  expect(result.confidence).toBeCloseTo(0.7);
  expect(result.boxes.map((box) => box.verdict)).toEqual(['counted', 'counted', 'staff']);
});

const somebody = (left: number) => ({ box: [left, 0.2, left + 0.1, 0.5] as const, score: 0.8 });

test('a box on a place of false people is ignored, whatever the zones say, and of two the one that fits', () => {
  const rack = somebody(0.3).box;
  const beside = somebody(0.32);
  const { counted, ignored, boxes } = tally([beside, somebody(0.301), somebody(0.7)], [], [rack]);
  expect([counted, ignored]).toEqual([2, 1]);
  expect(boxes.map(({ verdict }) => verdict)).toEqual(['counted', 'ignored', 'counted']);
});

test('somebody half beside a place of false people is counted, and so is everybody when nothing is seen there', () => {
  const rack = somebody(0.3).box;
  expect(tally([somebody(0.35), somebody(0.7)], [], [rack])).toMatchObject({ counted: 2 });
});

test('an overlap zone decides nothing, and holds those alone who are counted', () => {
  const boxes = [somebody(0.1), somebody(0.6), somebody(0.8)];
  const zones = [half(0, 'ignore'), half(0, 'overlap'), half(0.5, 'overlap')];
  expect(tally(boxes, zones)).toMatchObject({ counted: 2, ignored: 1, zones: [1, 0, 2] });
});
