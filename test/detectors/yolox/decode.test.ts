import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeYolox, hasDecodedBoxes, yoloxLayout } from '../../../detectors/heads/yolox.ts';
import { Candidates } from '../../../detectors/onnx/candidates.ts';

const SIZE = { width: 64, height: 32 };
const LAYOUT = yoloxLayout(SIZE, 85);

function decode(
  cells: readonly (readonly [row: number, values: readonly number[]])[],
  threshold = 0.3,
) {
  const values = new Float32Array(LAYOUT.cells * 85);
  for (const [row, cell] of cells) values.set(cell, row * 85);
  const candidates = new Candidates(LAYOUT.cells);
  decodeYolox(values, LAYOUT, threshold, candidates);
  return Array.from({ length: candidates.count }, (_, at) => ({
    score: candidates.scores[at],
    box: [...candidates.boxesXyxyPx.subarray(at * 4, at * 4 + 4)],
  }));
}

describe('a YOLOX output', () => {
  it('has the cells of strides 8, 16 and 32: 3549 for 416, 8400 for 640', () => {
    expect(yoloxLayout({ width: 416, height: 416 }, 85).cells).toBe(3549);
    expect(yoloxLayout({ width: 640, height: 640 }, 85).cells).toBe(8400);
    expect(LAYOUT.levels.map(({ columns, cells }) => [columns, cells])).toEqual([
      [8, 32],
      [4, 8],
      [2, 2],
    ]);
  });

  it.each<[string, number, readonly number[]]>([
    ['first cell of stride 8', 0, [4 - 8, 4 - 8, 4 + 8, 4 + 8]],
    ['second row of stride 8', 9, [8 + 4 - 8, 8 + 4 - 8, 8 + 4 + 8, 8 + 4 + 8]],
    ['last cell of stride 16', 39, [48 + 8 - 16, 16 + 8 - 16, 48 + 8 + 16, 16 + 8 + 16]],
    ['last cell of stride 32', 41, [32 + 16 - 32, 16 - 32, 32 + 16 + 32, 16 + 32]],
  ])('gives a box of twice the stride around the middle of the %s', (_, row, box) => {
    const [found] = decode([[row, [0.5, 0.5, Math.log(2), Math.log(2), 1, 1]]]);
    for (const [at, edge] of box.entries()) expect(found?.box[at]).toBeCloseTo(edge, 4);
  });

  it('scores objectness times person, and looks at no other class', () => {
    expect(decode([[3, [0, 0, 0, 0, 0.8, 0.5, 0.99]]])[0]?.score).toBeCloseTo(0.4);
    expect(decode([[3, [0, 0, 0, 0, 0.8, 0.1, 0.99]]])).toEqual([]);
    expect(decode([[3, [0, 0, 0, 0, 0.25, 1]]])).toEqual([]);
    expect(decode([[3, [0, 0, 0, 0, Number.NaN, 1]]])).toEqual([]);
    expect(decode([[3, [0, 0, 0, 0, 1, Number.NaN]]])).toEqual([]);
  });

  it('gives a box for each cell that reaches the threshold, and only for those', () => {
    const scores = fc.array(fc.float({ min: 0, max: 1, noNaN: true }), {
      minLength: LAYOUT.cells,
      maxLength: LAYOUT.cells,
    });
    fc.assert(
      fc.property(scores, fc.double({ min: 0.05, max: 1, noNaN: true }), (all, threshold) => {
        const cells = all.map((score, row) => [row, [0.5, 0.5, 0, 0, 1, score]] as const);
        const expected = all.filter((score) => score >= threshold);
        expect(decode(cells, threshold).map(({ score }) => score)).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  it('is told apart from one whose boxes were decoded at export', () => {
    const raw = new Float32Array(85 * 2);
    expect(hasDecodedBoxes(raw, 85)).toBe(false);
    raw.set([200, 100, 64, 128], 85);
    expect(hasDecodedBoxes(raw, 85)).toBe(true);
  });
});
