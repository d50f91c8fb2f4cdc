import { expect, test } from 'vitest';
import type { Sight } from '../../../detectors/onnx/people-detector.ts';
import { peopleByCrowd, scaleInto, shrink } from '../../../detectors/person/person.ts';

const CHOSEN = { score_threshold: 0.26, few_score_threshold: 0.36, crowd_score_threshold: 0.18 };
const RULES = { twinIou: 0.55, partInside: 0.9, most: 300 };

/** Sees so many people of a score, each a box of 10 by 20. */
function sightOf(size: Sight['size'], people: number, score: number) {
  let asked = 0;
  const sight: Sight = {
    size,
    people: async () => {
      asked += 1;
      return Array.from({ length: people }, () => ({ box: [0, 0, 10, 20], score, label: 0 }));
    },
  };
  return { sight, asked: () => asked };
}

function twoSizes(people: number) {
  const whole = sightOf({ width: 64, height: 32 }, people, 0.3);
  const large = sightOf({ width: 128, height: 64 }, 9, 0.2);
  const pixels = new Float32Array(3 * 128 * 64);
  const seen = () => peopleByCrowd(whole.sight, large.sight, CHOSEN)(pixels, RULES);
  return { seen, asked: large.asked };
}

test('a crowd is looked at again at the larger size, where less is enough', async () => {
  const { seen, asked } = twoSizes(7);
  expect(await seen()).toHaveLength(9);
  expect(asked()).toBe(1);
});

test('some people are those of the first look, in pixels of the larger size', async () => {
  const { seen, asked } = twoSizes(6);
  const people = await seen();
  expect(people).toHaveLength(6);
  expect(people[0]?.box).toEqual([0, 0, 20, 40]);
  expect(asked()).toBe(0);
});

test('few people have to be surer', async () => {
  expect(await twoSizes(3).seen()).toEqual([]);
});

/** Three planes of a ramp from left to right, one value a column. */
function ramp(width: number, height: number): Float32Array {
  return Float32Array.from({ length: 3 * width * height }, (_, at) => at % width);
}

test('half the size is the mean of each two by two values', () => {
  const size = { width: 4, height: 2 };
  const into = { pixels: new Float32Array(3 * 2).fill(9), size: { width: 2, height: 1 } };
  shrink(ramp(4, 2), size, into);
  expect([...into.pixels]).toEqual([0.5, 2.5, 0.5, 2.5, 0.5, 2.5]);
});

test('what the picture does not reach is left as it is', () => {
  const into = { pixels: new Float32Array(3 * 4).fill(114), size: { width: 2, height: 2 } };
  expect(scaleInto({ width: 4, height: 2 }, into.size)).toBe(0.5);
  shrink(ramp(4, 2), { width: 4, height: 2 }, into);
  expect([...into.pixels.subarray(2, 4)]).toEqual([114, 114]);
});
