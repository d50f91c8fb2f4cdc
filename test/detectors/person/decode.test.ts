import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Candidates } from '../../../detectors/onnx/candidates.ts';
import { decodePerson, personCells } from '../../../detectors/person/decode.ts';

function decode(rows: readonly (readonly number[])[], threshold = 0.3) {
  const candidates = new Candidates(rows.length);
  decodePerson(Float32Array.from(rows.flat()), threshold, candidates);
  return Array.from({ length: candidates.count }, (_, at) => ({
    score: candidates.scores[at],
    box: [...candidates.boxesXyxyPx.subarray(at * 4, at * 4 + 4)],
  }));
}

describe('an output of our own model', () => {
  it('has the cells of strides 8, 16 and 32: 2457 for 416 x 288', () => {
    expect(personCells({ width: 416, height: 288 })).toBe(2457);
    expect(personCells({ width: 64, height: 32 })).toBe(32 + 8 + 2);
  });

  it('holds boxes as they are, and leaves out those below the threshold', () => {
    const rows = [
      [1, 2, 30, 40, 0.5],
      [5, 6, 7, 8, 0.25],
      [-4, 0, 9, 20, 1],
    ];
    expect(decode(rows)).toEqual([
      { score: 0.5, box: [1, 2, 30, 40] },
      { score: 1, box: [-4, 0, 9, 20] },
    ]);
  });

  it('takes no score that is no number', () => {
    expect(decode([[1, 2, 3, 4, Number.NaN]])).toEqual([]);
  });

  it('gives a box for each cell that reaches the threshold, and only for those', () => {
    const scores = fc.array(fc.float({ min: 0, max: 1, noNaN: true }), { maxLength: 60 });
    fc.assert(
      fc.property(scores, fc.double({ min: 0.05, max: 1, noNaN: true }), (all, threshold) => {
        const found = decode(
          all.map((score) => [0, 0, 8, 8, score]),
          threshold,
        );
        expect(found.map(({ score }) => score)).toEqual(all.filter((score) => score >= threshold));
      }),
    );
  });
});
