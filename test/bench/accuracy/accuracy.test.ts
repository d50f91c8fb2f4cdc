/** Detections against labels: who matches whom, errors, and which pictures validate. */

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countErrors, counted } from '../../../bench/accuracy/figures.ts';
import type { Box, LabelledPicture, ScoredBox } from '../../../bench/accuracy/labels.ts';
import { matchPicture } from '../../../bench/accuracy/matching.ts';
import { readRooms } from '../../../bench/accuracy/rooms/labels.ts';
import { groupOf, sourceOf, validates } from '../../../bench/accuracy/split.ts';
import { errorTable } from '../../../bench/accuracy/table.ts';

const box = (x: number, width = 10): Box => [x, 0, x + width, 10];
const label = (x: number, score = 1): ScoredBox => ({ box: box(x), score });

/** Two sure people at 0 and 20, an unsure one at 40. */
const PICTURE: LabelledPicture = {
  file: 'images/surveillance/0000.jpg',
  source: 'surveillance',
  group: 'surveillance/0',
  labelledBy: 'teacher',
  width: 100,
  height: 10,
  labels: [label(0, 0.9), label(20, 0.6), label(40, 0.3)],
};

it('what lies on an unsure label is not counted', () => {
  const found = [label(0, 0.9), label(40, 0.8), label(60, 0.7)];
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

it('matching: gives each person to one detection, the surest, and calls its twin wrong', () => {
  expect(matchPicture([label(0)], [label(0, 0.9), label(1, 0.8)])).toEqual(['right', 'wrong']);
});

it('matching: takes the person that overlaps most, not the first', () => {
  const found = [label(3, 0.9), label(0, 0.8)];
  expect(matchPicture([label(0), label(3)], found)).toEqual(['right', 'right']);
});

it.each([
  ['an overlap of just 0.5 matches', 0, 5, 'right'],
  ['one just below does not', 0, 4.9, 'wrong'],
])('matching: %s', (_what, x, width, mark) => {
  expect(matchPicture([label(0)], [{ box: box(x, width), score: 0.9 }])).toEqual([mark]);
});

it('matching: counts detections on unsure labels neither way, as many as there are', () => {
  const found = [label(0, 0.9), label(0, 0.8), label(50, 0.7)];
  expect(matchPicture([label(0, 0.37)], found)).toEqual(['ignored', 'ignored', 'wrong']);
});

it('matching: prefers a sure person to an unsure label that overlaps more', () => {
  expect(matchPicture([label(0, 0.2), label(2, 0.38)], [label(0, 0.9)])).toEqual(['right']);
});

it('matching: marks the surest the same whether or not the rest is there', () => {
  const boxes = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 40 }), fc.double({ min: 0, max: 1, noNaN: true })),
  );
  fc.assert(
    fc.property(boxes, boxes, fc.nat(), (truth, some, cut) => {
      const labels = truth.map(([x, score]) => label(x, score));
      const found = some.map(([x, score]) => label(x, score)).toSorted((a, b) => b.score - a.score);
      const few = found.slice(0, cut % (found.length + 1));
      expect(matchPicture(labels, few)).toEqual(matchPicture(labels, found).slice(0, few.length));
    }),
  );
});

/** The last group that validates of each folder. */
const LAST = { coco: 926, exercise: 854, street: 316, surveillance: 269 };

it.each([
  ['images/surveillance/0012.jpg', 'surveillance/3'],
  ['images/surveillance/0015.jpg', 'surveillance/3'],
  ['images/exercise/0107.jpg', 'exercise/53'],
  ['images/street/0000.jpg', 'street/0'],
])('the split: %s belongs to %s', (file, group) => {
  expect(groupOf(file)).toBe(group);
  expect(sourceOf(file)).toBe(group.split('/')[0]);
});

it('the split: is the one that the weights which ship were trained by', () => {
  const groups = Object.entries(LAST).flatMap(([source, last]) =>
    Array.from({ length: last + 1 }, (_, number) => `${source}/${number}`),
  );
  const validating = groups.filter(validates).sort();
  expect(validating).toHaveLength(357);
  expect(createHash('sha256').update(validating.join('\n')).digest('hex')).toBe(
    '6538be32c3982f69b55c1d79509758a8f402ae7741b2ba62583213054817322f',
  );
});

const ROOMS = readRooms();
/** Repositories that the training pictures are from, as their `SOURCES.md` has them. */
const TRAINED_ON = ['fight-detection-surv-dataset', 'free-exercise-db', 'jetson-inference'];

it('the labelled rooms have points inside the picture, a count inside their range, and a source that one can fetch', () => {
  for (const { file, people, range, repository, commit } of ROOMS) {
    expect(people.flat().filter((ratio) => ratio < 0 || ratio > 1)).toEqual([]);
    expect(people.length, file).toBeGreaterThanOrEqual(range[0]);
    expect(people.length, file).toBeLessThanOrEqual(range[1]);
    expect(`${repository} ${commit}`).toMatch(/^[\w.-]+\/[\w.-]+ [0-9a-f]{40}$/);
    expect(TRAINED_ON).not.toContain(repository.split('/')[1]);
  }
});

it('the labelled rooms are there once each, split by site, with about a third kept aside', () => {
  const sources = ROOMS.map(({ sha256, at_s }) => `${sha256} ${at_s ?? ''}`);
  expect(new Set(sources).size).toBe(ROOMS.length);
  const [aside, others] = [true, false].map((is) => ROOMS.filter((room) => room.held_out === is));
  const sites = new Set(aside?.map(({ site }) => site));
  expect(others?.filter(({ site }) => sites.has(site))).toEqual([]);
  expect((aside?.length ?? 0) / ROOMS.length).toBeCloseTo(0.35, 1);
});
