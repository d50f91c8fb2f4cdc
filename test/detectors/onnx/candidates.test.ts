import { expect, it } from 'vitest';
import { Candidates } from '../../../detectors/onnx/candidates.ts';

it('gives positions by falling score, equal scores in their order', () => {
  const candidates = new Candidates(4);
  for (const score of [0.2, 0.9, 0.2, 0.5]) candidates.push(score);
  expect(candidates.byScore()).toEqual([1, 3, 0, 2]);
});

it('starts again for the next frame without forgetting its memory', () => {
  const candidates = new Candidates(2);
  const { boxesXyxyPx } = candidates;
  candidates.push(0.5);
  candidates.clear();
  expect(candidates.byScore()).toEqual([]);
  expect(candidates.push(0.7)).toBe(0);
  expect(candidates.boxesXyxyPx).toBe(boxesXyxyPx);
});
