import { describe, expect, it } from 'vitest';
import {
  counted,
  errorDifference,
  figuresOf,
  lookedPicture,
  sensitivityOf,
} from '../../../bench/accuracy/figures.ts';
import type { LabelledPicture, ScoredBox } from '../../../bench/accuracy/labels.ts';

const at = (x: number, score: number): ScoredBox => ({ box: [x, 0, x + 10, 10], score });

/** Two sure people at 0 and 20, an unsure one at 40. */
const PICTURE: LabelledPicture = {
  file: 'images/surveillance/0000.jpg',
  source: 'surveillance',
  group: 'surveillance/0',
  labelledBy: 'teacher',
  width: 100,
  height: 10,
  labels: [at(0, 0.9), at(20, 0.6), at(40, 0.3)],
};
/** One found, one found with a low score, one on the unsure label, one on nobody. */
const looked = lookedPicture(PICTURE, [at(0, 0.9), at(40, 0.8), at(60, 0.7), at(20, 0.2)]);

describe('figures of a picture', () => {
  it('count what reaches the threshold, without what lies on an unsure label', () => {
    expect(counted(looked, 0.5)).toMatchObject({ count: 2, truth: 2 });
    expect(counted(looked, 0.1)).toMatchObject({ count: 3, truth: 2 });
  });

  it('have recall and precision at the threshold and average precision over all scores', () => {
    const figures = figuresOf([looked], 0.5);
    expect(figures).toMatchObject({ pictures: 1, people: 2, recall: 0.5, precision: 0.5, mae: 0 });
    expect(figures?.ap50).toBeCloseTo((1 + 2 / 3) / 2, 12);
  });

  it('say what is unknown: no people, no detections, no pictures', () => {
    const empty = lookedPicture({ ...PICTURE, labels: [] }, []);
    expect(figuresOf([empty], 0.5)).toMatchObject({
      ap50: null,
      recall: null,
      precision: null,
      mae: 0,
    });
    expect(figuresOf([], 0.5)).toBeNull();
  });
});

it('the error depends on how unsure labels are read', () => {
  expect(sensitivityOf([looked], 0.5)).toEqual({
    asTold: 0,
    unsureAreNobody: 1,
    sureFrom25: 0,
    sureFrom50: 0,
  });
});

it('two thresholds are compared picture by picture', () => {
  expect(errorDifference([looked, looked], 0.1, 0.5)).toEqual({ mean: 1, se: 0 });
});
