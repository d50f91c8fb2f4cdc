import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Box, ScoredBox } from '../../../bench/accuracy/labels.ts';
import { iou, matchPicture } from '../../../bench/accuracy/matching.ts';

const box = (x: number, width = 10): Box => [x, 0, x + width, 10];
const label = (x: number, score = 1): ScoredBox => ({ box: box(x), score });
const seen = (x: number, score: number): ScoredBox => ({ box: box(x), score });

describe('intersection over union', () => {
  it.each([
    ['equal boxes', box(0), box(0), 1],
    ['half of each', box(0), box(5), 1 / 3],
    ['side by side', box(0), box(10), 0],
    ['apart', box(0), box(30), 0],
    ['one inside', box(0), box(0, 5), 0.5],
    ['one without area', box(0), box(5, 0), 0],
  ])('%s', (_what, a, b, expected) => {
    expect(iou(a, b)).toBeCloseTo(expected, 12);
    expect(iou(b, a)).toBeCloseTo(expected, 12);
  });
});

describe('matching', () => {
  it('gives each person to one detection, the surest, and calls its twin wrong', () => {
    const { marks, missed } = matchPicture([label(0)], [seen(0, 0.9), seen(1, 0.8)]);
    expect(marks).toEqual(['right', 'wrong']);
    expect(missed).toEqual([]);
  });

  it('takes the person that overlaps most, not the first', () => {
    const { marks, missed } = matchPicture([label(0), label(3)], [seen(3, 0.9)]);
    expect(marks).toEqual(['right']);
    expect(missed).toEqual([label(0)]);
  });

  it.each([
    ['an overlap of just 0.5 matches', 0, 5, 'right'],
    ['one just below does not', 0, 4.9, 'wrong'],
  ])('%s', (_what, x, width, mark) => {
    const { marks } = matchPicture([label(0)], [{ box: box(x, width), score: 0.9 }]);
    expect(marks).toEqual([mark]);
  });

  it('counts detections on unsure labels neither way, as many as there are', () => {
    const found = [seen(0, 0.9), seen(0, 0.8), seen(50, 0.7)];
    const { marks, missed } = matchPicture([label(0, 0.37)], found);
    expect(marks).toEqual(['ignored', 'ignored', 'wrong']);
    expect(missed).toEqual([]);
  });

  it('prefers a sure person to an unsure label that overlaps more', () => {
    const { marks } = matchPicture([label(0, 0.2), label(2, 0.38)], [seen(0, 0.9)]);
    expect(marks).toEqual(['right']);
  });

  it('uses the border it is told', () => {
    const labels = [label(0, 0.45)];
    expect(matchPicture(labels, [seen(0, 0.9)], 0.5).marks).toEqual(['ignored']);
    expect(matchPicture(labels, [seen(0, 0.9)], 0.25).marks).toEqual(['right']);
  });

  it('marks the surest the same whether or not the rest is there', () => {
    const boxes = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 40 }), fc.double({ min: 0, max: 1, noNaN: true })),
    );
    fc.assert(
      fc.property(boxes, boxes, fc.nat(), (truth, some, cut) => {
        const labels = truth.map(([x, score]) => label(x, score));
        const found = some
          .map(([x, score]) => seen(x, score))
          .toSorted((a, b) => b.score - a.score);
        const few = found.slice(0, cut % (found.length + 1));
        const { marks } = matchPicture(labels, found);
        expect(matchPicture(labels, few).marks).toEqual(marks.slice(0, few.length));
      }),
    );
  });
});
