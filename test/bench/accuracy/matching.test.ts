import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Box, ScoredBox } from '../../../bench/accuracy/labels.ts';
import { matchPicture } from '../../../bench/accuracy/matching.ts';

const box = (x: number, width = 10): Box => [x, 0, x + width, 10];
const label = (x: number, score = 1): ScoredBox => ({ box: box(x), score });
const seen = (x: number, score: number): ScoredBox => ({ box: box(x), score });

it('matching: gives each person to one detection, the surest, and calls its twin wrong', () => {
  expect(matchPicture([label(0)], [seen(0, 0.9), seen(1, 0.8)])).toEqual(['right', 'wrong']);
});

it('matching: takes the person that overlaps most, not the first', () => {
  const found = [seen(3, 0.9), seen(0, 0.8)];
  expect(matchPicture([label(0), label(3)], found)).toEqual(['right', 'right']);
});

it.each([
  ['an overlap of just 0.5 matches', 0, 5, 'right'],
  ['one just below does not', 0, 4.9, 'wrong'],
])('matching: %s', (_what, x, width, mark) => {
  expect(matchPicture([label(0)], [{ box: box(x, width), score: 0.9 }])).toEqual([mark]);
});

it('matching: counts detections on unsure labels neither way, as many as there are', () => {
  const found = [seen(0, 0.9), seen(0, 0.8), seen(50, 0.7)];
  expect(matchPicture([label(0, 0.37)], found)).toEqual(['ignored', 'ignored', 'wrong']);
});

it('matching: prefers a sure person to an unsure label that overlaps more', () => {
  expect(matchPicture([label(0, 0.2), label(2, 0.38)], [seen(0, 0.9)])).toEqual(['right']);
});

it('matching: marks the surest the same whether or not the rest is there', () => {
  const boxes = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 40 }), fc.double({ min: 0, max: 1, noNaN: true })),
  );
  fc.assert(
    fc.property(boxes, boxes, fc.nat(), (truth, some, cut) => {
      const labels = truth.map(([x, score]) => label(x, score));
      const found = some.map(([x, score]) => seen(x, score)).toSorted((a, b) => b.score - a.score);
      const few = found.slice(0, cut % (found.length + 1));
      expect(matchPicture(labels, few)).toEqual(matchPicture(labels, found).slice(0, few.length));
    }),
  );
});
