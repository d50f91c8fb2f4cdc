import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeGfl } from '../../../detectors/heads/gfl.ts';
import { Candidates } from '../../../detectors/onnx/candidates.ts';

const LEVEL = {
  stridePx: 8,
  columns: 1,
  cells: 1,
  scores: { output: 'cls', start: 0, step: 1 },
  distances: { output: 'dis', start: 0, step: 32 },
};
const LAYOUT = { family: 'nanodet', levels: [LEVEL], cells: 1, centre: 0.5 } as const;

it('gives a box around its point that no distribution can push beyond seven strides', () => {
  const logits = fc.array(fc.float({ min: -200, max: 200, noNaN: true }), {
    minLength: 32,
    maxLength: 32,
  });
  fc.assert(
    fc.property(logits, (values) => {
      const candidates = new Candidates(1);
      const outputs = { cls: Float32Array.of(0.9), dis: Float32Array.from(values) };
      decodeGfl(
        outputs,
        { layout: LAYOUT, scores: 'probability', scoreThreshold: 0.5 },
        candidates,
      );
      const [x1 = Number.NaN, y1 = Number.NaN, x2 = Number.NaN, y2 = Number.NaN] =
        candidates.boxesXyxyPx;
      for (const low of [x1, y1]) {
        expect(low).toBeLessThanOrEqual(4);
        expect(low).toBeGreaterThanOrEqual(4 - 7 * 8 - 1e-4);
      }
      for (const high of [x2, y2]) {
        expect(high).toBeGreaterThanOrEqual(4);
        expect(high).toBeLessThanOrEqual(4 + 7 * 8 + 1e-4);
      }
    }),
  );
});

it('takes the middle of a flat distribution', () => {
  const candidates = new Candidates(1);
  const outputs = { cls: Float32Array.of(0.9), dis: new Float32Array(32) };
  decodeGfl(outputs, { layout: LAYOUT, scores: 'probability', scoreThreshold: 0.5 }, candidates);
  expect([...candidates.boxesXyxyPx]).toEqual([4 - 28, 4 - 28, 4 + 28, 4 + 28]);
});
