import { expect, it } from 'vitest';
import { countErrors, counted } from '../../../bench/accuracy/figures.ts';
import type { LabelledPicture, ScoredBox } from '../../../bench/accuracy/labels.ts';
import { errorTable } from '../../../bench/accuracy/table.ts';

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

it('what lies on an unsure label is not counted', () => {
  const found = [at(0, 0.9), at(40, 0.8), at(60, 0.7)];
  expect(counted({ picture: PICTURE, found })).toEqual({
    group: 'surveillance/0',
    count: 2,
    truth: 2,
  });
});

it('errors have a mean over pictures and a standard error over groups', () => {
  const pictures = [
    { group: 'a', count: 3, truth: 1 },
    { group: 'a', count: 1, truth: 3 },
    { group: 'b', count: 1, truth: 1 },
    { group: 'c', count: 4, truth: 4 },
  ];
  expect(countErrors(pictures)).toEqual({
    pictures: 4,
    people: 9,
    mae: 1,
    // Deviations of the groups: 2, -1, -1.
    maeSe: Math.sqrt(6) / 4,
    bias: 0,
    withinOne: 0.5,
    withinTwo: 1,
  });
  expect(countErrors([])).toBeNull();
});

it('a table has a row for each part that has pictures', () => {
  const pictures = [{ counted: { group: 'a', count: 0, truth: 1 } }];
  const parts = [
    { name: 'all', has: () => true },
    { name: 'none', has: () => false },
  ];
  expect(errorTable(pictures, parts).split('\n').slice(2)).toEqual([
    '| all | 1 | 1 | 1.00 ± 0.00 | -1.00 | 100 % | 100 % |',
  ]);
});
