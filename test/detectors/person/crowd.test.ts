import { expect, test, vi } from 'vitest';
import { peopleByCrowd, shrink } from '../../../detectors/person/person.ts';

const CHOSEN = { score_threshold: 0.26, few_score_threshold: 0.36, crowd_score_threshold: 0.18 };
const RULES = { twinIou: 0.55, partInside: 0.9, most: 300 };

/** So many people of a score, each a box of 10 by 20. */
const people = (count: number, score: number) =>
  vi.fn(async () => Array(count).fill({ box: [0, 0, 10, 20], score, label: 0 }));

function twoSizes(count: number) {
  const whole = { size: { width: 64, height: 32 }, people: people(count, 0.3) };
  const large = { size: { width: 128, height: 64 }, people: people(9, 0.2) };
  const pixels = new Float32Array(3 * 128 * 64);
  const seen = () => peopleByCrowd(whole, large, CHOSEN)(pixels, RULES);
  return { seen, asked: large.people };
}

test('a crowd is looked at again at the larger size, where less is enough', async () => {
  const { seen, asked } = twoSizes(7);
  expect(await seen()).toHaveLength(9);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('some people are those of the first look, in pixels of the larger size', async () => {
  const { seen, asked } = twoSizes(6);
  expect(await seen()).toEqual(Array(6).fill({ box: [0, 0, 20, 40], score: 0.3, label: 0 }));
  expect(asked).not.toHaveBeenCalled();
});

test('half the size is the mean of each two by two values, and what the picture does not reach is left as it is', () => {
  const into = { pixels: new Float32Array(3 * 4).fill(114), size: { width: 2, height: 2 } };
  // Three planes of a ramp from left to right, one value a column.
  const ramp = Float32Array.from({ length: 3 * 8 }, (_, at) => at % 4);
  shrink(ramp, { width: 4, height: 2 }, into);
  expect([...into.pixels]).toEqual([0, 1, 2].flatMap(() => [0.5, 2.5, 114, 114]));
});
