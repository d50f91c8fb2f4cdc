/**
 * Output of our own person detector to boxes, as `training/export.py` writes it:
 *
 *   1 × cells × 5, cells of stride 8, then 16, then 32, each level row by row
 *   ┌────┬────┬────┬────┬───────┐
 *   │ x1 │ y1 │ x2 │ y2 │ score │
 *   └────┴────┴────┴────┴───────┘
 *   sides in pixels of the input, score 0..1; twins are not yet suppressed
 */

import type { Candidates } from '../onnx/candidates.ts';
import { levelsOf } from '../onnx/input.ts';
import type { ModelSize } from '../onnx/model-size.ts';

const STRIDES_PX = [8, 16, 32];
/** Values a cell. */
export const ROW_LENGTH = 5;
const SCORE = 4;

/** Cells of all levels for an input of `size`. */
export function personCells(size: ModelSize): number {
  return levelsOf(size, STRIDES_PX).reduce((sum, { cells }) => sum + cells, 0);
}

/** Adds the people of an output to `into`: one for each cell that reaches the threshold. */
export function decodePerson(values: Float32Array, scoreThreshold: number, into: Candidates): void {
  for (let row = 0; row + SCORE < values.length; row += ROW_LENGTH) {
    const score = values[row + SCORE] ?? 0;
    if (!(score >= scoreThreshold)) continue;
    into.boxesXyxyPx.set(values.subarray(row, row + SCORE), into.push(score));
  }
}
