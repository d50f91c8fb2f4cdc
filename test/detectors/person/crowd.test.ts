import { expect, test } from 'vitest';
import { type Look, TwoLooks } from '../../../detectors/person/crowd.ts';

const CHOSEN = { score_threshold: 0.26, few_score_threshold: 0.36, crowd_score_threshold: 0.18 };
const RULES = { twinIou: 0.55, partInside: 0.9, most: 300 };

/** A look that sees so many people of a score, each a box of 10 by 20. */
function lookOf(size: { width: number; height: number }, people: number, score: number) {
  const asked: number[] = [];
  const look: Look = {
    size,
    blank: () => new Float32Array(3 * size.width * size.height).fill(114),
    people: async (_, threshold) => {
      asked.push(threshold);
      const box = [0, 0, 10, 20] as const;
      return Array.from({ length: people }, () => ({ box: [...box], score, label: 0 }));
    },
  };
  return { look, asked };
}

function twoLooks(people: number) {
  const whole = lookOf({ width: 64, height: 32 }, people, 0.3);
  const large = lookOf({ width: 128, height: 64 }, 9, 0.2);
  const pixels = new Float32Array(3 * 128 * 64);
  const seen = () => new TwoLooks(whole.look, large.look).people(pixels, CHOSEN, RULES);
  return { seen, asked: large.asked };
}

test('a crowd is looked at again at the larger size, where less is enough', async () => {
  const { seen, asked } = twoLooks(7);
  expect(await seen()).toHaveLength(9);
  expect(asked).toEqual([CHOSEN.crowd_score_threshold]);
});

test('some people are those of the first look, in pixels of the larger size', async () => {
  const { seen, asked } = twoLooks(6);
  const people = await seen();
  expect(people).toHaveLength(6);
  expect(people[0]?.box).toEqual([0, 0, 20, 40]);
  expect(asked).toEqual([]);
});

test('few people have to be surer', async () => {
  expect(await twoLooks(3).seen()).toEqual([]);
});
