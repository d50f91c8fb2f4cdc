/**
 * YOLOX output to boxes, as Megvii's head writes it (`--decode_in_inference` not given at export):
 *
 *   1 × cells × (5 + classes), cells of stride 8, then 16, then 32, each level row by row
 *   ┌────┬────┬────┬────┬────────────┬────────┬──────────┬───
 *   │ cx │ cy │ w  │ h  │ objectness │ person │ class 1  │ …
 *   └────┴────┴────┴────┴────────────┴────────┴──────────┴───
 *   centre = (cell + cx, cy) · stride; side = exp(w, h) · stride; score = objectness · class, both already 0..1
 *
 * Source: Ge et al., YOLOX (arXiv 2107.08430), and the post-processing of the project's own ONNX demo.
 */

import type { Candidates } from '../onnx/candidates.ts';
import { cellsOf } from '../onnx/input.ts';
import type { ModelSize } from '../onnx/model-size.ts';

const STRIDES_PX = [8, 16, 32] as const;
const OBJECTNESS = 4;
/** COCO's first class. A model of people alone has it at the same place. */
const PERSON = 5;

/** One level of cells. */
export interface YoloxLevel {
  readonly stridePx: number;
  readonly columns: number;
  readonly cells: number;
}

/** How the output of a model is read. */
export interface YoloxLayout {
  /** In the order in which the output holds them. */
  readonly levels: readonly YoloxLevel[];
  /** Rows of the output: the cells of all levels. */
  readonly cells: number;
  /** Values a row: 5 and one for each class. */
  readonly rowLength: number;
}

/** The layout for an input of `size` and a row of `rowLength` values. */
export function yoloxLayout(size: ModelSize, rowLength: number): YoloxLayout {
  const levels = STRIDES_PX.map((stridePx) => ({
    stridePx,
    columns: Math.ceil(size.width / stridePx),
    cells: cellsOf(size, stridePx),
  }));
  return { levels, cells: levels.reduce((sum, { cells }) => sum + cells, 0), rowLength };
}

/**
 * Adds the people of an output to `into`. Looks at each cell's objectness, and further only where it can still reach
 * the threshold.
 */
export function decodeYolox(
  values: Float32Array,
  layout: YoloxLayout,
  scoreThreshold: number,
  into: Candidates,
): void {
  let row = 0;
  for (const level of layout.levels) {
    for (let cell = 0; cell < level.cells; cell += 1, row += layout.rowLength) {
      const objectness = values[row + OBJECTNESS] ?? 0;
      if (objectness < scoreThreshold) continue;
      const score = objectness * (values[row + PERSON] ?? 0);
      if (!(score >= scoreThreshold)) continue;
      const at = into.push(score);
      writeBox(into.boxesXyxyPx.subarray(at, at + 4), values.subarray(row, row + 4), level, cell);
    }
  }
}

/**
 * Whether the boxes of an output were decoded at export already: then its sides are pixels, not logarithms, and a side
 * of e^20 cells is none.
 */
export function hasDecodedBoxes(values: Float32Array, rowLength: number): boolean {
  for (let row = 0; row < values.length; row += rowLength) {
    if ((values[row + 2] ?? 0) > 20 || (values[row + 3] ?? 0) > 20) return true;
  }
  return false;
}

function writeBox(
  boxXyxyPx: Float32Array,
  raw: Float32Array,
  { stridePx, columns }: YoloxLevel,
  cell: number,
): void {
  const [cx = 0, cy = 0, logWidth = 0, logHeight = 0] = raw;
  const x = ((cell % columns) + cx) * stridePx;
  const y = (Math.floor(cell / columns) + cy) * stridePx;
  const halfWidth = (Math.exp(logWidth) * stridePx) / 2;
  const halfHeight = (Math.exp(logHeight) * stridePx) / 2;
  boxXyxyPx[0] = x - halfWidth;
  boxXyxyPx[1] = y - halfHeight;
  boxXyxyPx[2] = x + halfWidth;
  boxXyxyPx[3] = y + halfHeight;
}
