import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Detection } from '../../../detectors/detector.ts';
import { isSamePerson, mergeDetections } from '../../../detectors/onnx/merge.ts';

const RULES = { twinIou: 0.55, partInside: 0.9, most: 300 };

type Box = readonly [number, number, number, number];

const found = (boxes: readonly (readonly [...Box, number])[]): Detection[] =>
  boxes.map(([x1, y1, x2, y2, score]) => ({ box: [x1, y1, x2, y2], score, label: 0 }));

const corner = fc.nat(300);
const side = fc.integer({ min: 1, max: 120 });
const score = fc.double({ min: 0, max: 1, noNaN: true });
const anyCandidate = fc
  .tuple(corner, corner, side, side, score)
  .map(([x, y, width, height, score]) => [x, y, x + width, y + height, score] as const);
const anyCandidates = fc.array(anyCandidate, { maxLength: 40 });

const person: Box = [100, 50, 160, 250];
it.each<[string, Box, boolean]>([
  ['when they are equal', [100, 50, 160, 250], true],
  ['when they are twins a few pixels apart', [104, 55, 163, 246], true],
  ['when one is the upper body of the other', [102, 50, 158, 140], true],
  ['when one is the legs of the other', [103, 150, 158, 250], true],
  ['but not when somebody small is seen in front of somebody large', [120, 150, 145, 240], false],
  ['but not when they stand side by side', [161, 50, 220, 250], false],
  ['but not when they stand shoulder before shoulder', [130, 55, 190, 255], false],
  ['but not when they only touch', [160, 250, 200, 300], false],
])('two boxes are one person: %s', (_, other, expected) => {
  expect(isSamePerson(person, other, RULES)).toBe(expected);
  expect(isSamePerson(other, person, RULES)).toBe(expected);
});

it('two boxes are one person: from the overlap that is said on, and not below', () => {
  // Two boxes of 100 x 100 whose shared part is 60 wide: 60 / 140 of their union.
  const isSame = (twinIou: number) =>
    isSamePerson([0, 0, 100, 100], [40, 0, 140, 100], { partInside: 1, twinIou });
  expect([60 / 140, 60 / 140 + 1e-9].map(isSame)).toEqual([true, false]);
});

it('merging stops at the most that is asked for, with the surest ones', () => {
  const nth = (_: unknown, at: number) => [at * 60, 0, at * 60 + 50, 90, at / 10] as const;
  const row = Array.from({ length: 10 }, nth);
  const people = mergeDetections(found(row), { ...RULES, most: 3 });
  expect(people.map(({ score }) => Math.round(score * 10))).toEqual([9, 8, 7]);
});

it('merging never leaves two boxes of one person, and never loses a person wholly', () => {
  fc.assert(
    fc.property(anyCandidates, (boxes) => {
      const people = mergeDetections(found(boxes), RULES);
      for (const [at, { box }] of people.entries()) {
        for (const other of people.slice(at + 1)) {
          expect(isSamePerson(box, other.box, RULES)).toBe(false);
        }
      }
      for (const [x1, y1, x2, y2] of boxes) {
        expect(people.some(({ box }) => isSamePerson(box, [x1, y1, x2, y2], RULES))).toBe(true);
      }
    }),
  );
});

it('merging gives surest first and does not depend on the order of different scores', () => {
  fc.assert(
    fc.property(anyCandidates, (boxes) => {
      const distinct = found(boxes).map((one, at) => ({ ...one, score: (at + 1) / 100 }));
      const people = mergeDetections(distinct, RULES);
      const scores = people.map(({ score }) => score);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(mergeDetections(distinct.toReversed(), RULES)).toEqual(people);
    }),
  );
});

it('detections that are made already are compared within their label, and by overlap alone where that is asked', () => {
  const whole = { box: [0, 0, 60, 200] as const, score: 0.9, label: 0 };
  const part = { box: [2, 0, 58, 90] as const, score: 0.8, label: 0 };
  const other = { ...whole, score: 0.7, label: 1 };
  expect(mergeDetections([other, part, whole], RULES)).toEqual([whole, other]);
  const plain = { ...RULES, partInside: Number.POSITIVE_INFINITY };
  expect(mergeDetections([part, whole], plain)).toEqual([whole, part]);
  expect(mergeDetections([part, whole], { ...plain, most: 1 })).toEqual([whole]);
});
