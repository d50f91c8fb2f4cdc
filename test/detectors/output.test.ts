import { expect, it } from 'vitest';
import { checkOutput } from '../../detectors/output.ts';
import { anError } from '../support/an-error.ts';

const DEFINITION = {
  name: 'test',
  contract: 2,
  labels: ['person', 'dog'],
  keypoints: ['left_ankle', 'right_ankle'],
  maxDetections: 2,
};
const INPUT = { width: 100, height: 50 };
const POINT = [1, 2, 0.9];
const GOOD = { box: [1, 2, 30, 40], score: 0.5, label: 0 };

const check = (output: unknown) => checkOutput(DEFINITION, INPUT, output);

it.each([
  ['nothing seen', { detections: [] }],
  ['all labels and bounds', { detections: [GOOD, { ...GOOD, label: 1, score: 1 }] }],
  ['a score of nought', { detections: [{ ...GOOD, score: 0 }] }],
  ['a box without area', { detections: [{ ...GOOD, box: [5, 5, 5, 5] }] }],
  ['a box that reaches outside', { detections: [{ ...GOOD, box: [-20, -5, 130, 60] }] }],
  ['warming up', { detections: [], isWarmingUp: true }],
  ['a count without boxes', { detections: [], count: 23.4 }],
  ['people by place', { detections: [], density: { width: 2, height: 1, values: [0.5, 3] } }],
  ['a body', { detections: [{ ...GOOD, posture: 'lying', track: 7, keypoints: [POINT, POINT] }] }],
])('an output of a detector is taken as it is: %s', (_, output) => {
  expect(check(output)).toBe(output);
});

it('an output of a detector needs no boxes next to a count or a density', () => {
  const density = { width: 1, height: 1, values: [2] };
  expect(check({ count: 2 })).toEqual({ count: 2, detections: [] });
  expect(check({ density })).toEqual({ density, detections: [] });
  expect(() => check({ isWarmingUp: true })).toThrow('a list, or a count or a density');
});

const GRID = { width: 2, height: 1, values: [0, 1] };
const density = (change: object) => ({ detections: [], density: { ...GRID, ...change } });
const withOne = (change: object) => ({ detections: [{ ...GOOD, ...change }] });
it.each<[string, unknown, string]>([
  ['nothing', undefined, 'output'],
  ['a bare list', [GOOD], 'output'],
  ['no detections', {}, 'detections'],
  ['detections that are no list', { detections: 'two' }, 'detections'],
  ['too many', { detections: [GOOD, GOOD, GOOD] }, 'detections'],
  ['an odd warm-up', { detections: [], isWarmingUp: 1 }, 'isWarmingUp'],
  ['a list in the list', { detections: [[0, 0, 1, 1, 0.5]] }, 'detections[0]'],
  ['a fault of the second', { detections: [GOOD, { ...GOOD, score: 2 }] }, 'detections[1].score'],
  ['a score of NaN', withOne({ score: Number.NaN }), 'detections[0].score'],
  ['a score below nought', withOne({ score: -0.1 }), 'detections[0].score'],
  ['a label too high', withOne({ label: 2 }), 'detections[0].label'],
  ['a box of three', withOne({ box: [1, 2, 3] }), 'detections[0].box'],
  ['a box with NaN', withOne({ box: [1, Number.NaN, 3, 4] }), 'detections[0].box'],
  ['a box far away', withOne({ box: [0, 0, 4000, 40] }), 'detections[0].box'],
  ['a box from right to left', withOne({ box: [30, 2, 1, 40] }), 'detections[0].box'],
  ['a box from bottom to top', withOne({ box: [1, 40, 30, 2] }), 'detections[0].box'],
  ['an unknown field of one', withOne({ trackId: 3 }), 'detections[0].trackId'],
  ['a negative count', { detections: [], count: -1 }, 'count'],
  ['a density that is too short', density({ values: [1] }), 'density.values'],
  ['a density with NaN', density({ values: [1, Number.NaN] }), 'density.values[1]'],
  ['an unknown field of a density', density({ sum: 2 }), 'density.sum'],
  ['an unknown posture', withOne({ posture: 'kneeling' }), 'detections[0].posture'],
  ['half a track', withOne({ track: 0.5 }), 'detections[0].track'],
  ['too few points', withOne({ keypoints: [[1, 2, 1]] }), 'detections[0].keypoints'],
  ['a point of NaN', withOne({ keypoints: [POINT, [NaN, 2, 1]] }), 'detections[0].keypoints'],
  ['boxes as ratios', withOne({ box: [0.2, 0.1, 0.6, 0.9] }), 'detections'],
])('an output of a detector is refused by field: %s', (_, output, field) => {
  const invalid = anError('detector_output_invalid', `detector test: ${field}: expected `);
  expect(() => check(output)).toThrow(invalid);
});

it('an output of a detector says which known field an unknown one is like', () => {
  const sentence = 'detector test: counts: expected a known field, perhaps count';
  expect(() => check({ detections: [], counts: 3 })).toThrow(sentence);
});
