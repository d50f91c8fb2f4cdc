/**
 * The `yolox` detector: people by any model with Megvii's YOLOX head, exported without `--decode_in_inference`:
 *
 *   1 × cells × (5 + classes), cells of stride 8, then 16, then 32, each level row by row
 *   ┌────┬────┬────┬────┬────────────┬────────┬──────────┬───
 *   │ cx │ cy │ w  │ h  │ objectness │ person │ class 1  │ …
 *   └────┴────┴────┴────┴────────────┴────────┴──────────┴───
 *   centre = (cell + cx, cy) · stride; side = exp(w, h) · stride; score = objectness · class, both already 0..1
 *
 * Source: Ge et al., YOLOX (arXiv 2107.08430), and the post-processing of the project's own ONNX demo. Its picture is
 * BGR 0..255, letterboxed to the top left, as the project's own `preproc` does it.
 */

import { Type } from 'typebox';
import type { Detection } from '../detector.ts';
import { cellRows, cellsOf, type Level, levelsOf, type Outputs } from '../onnx/cells.ts';
import { addPerson } from '../onnx/merge.ts';
import { peopleDetector } from '../onnx/people-detector.ts';
import { INPUT_OPTION, peopleOptions, shapeMismatch } from '../onnx/people-options.ts';

const STRIDES_PX = [8, 16, 32];
const OBJECTNESS = 4;
/** COCO's first class. A model of people alone has it at the same place. */
const PERSON = 5;

/**
 * 0.28 chosen by the error of the count with YOLOX-Nano 416, over all labelled pictures. `npx tsx bench/accuracy/run.ts` on the
 * validation split: 1.41 people over pictures of up to 12 people that people labelled, 0.17 over surveillance cameras,
 * 0.17 over exercises; 0.22 is better by 0.04 ± 0.10, 0.04 ± 0.04 (at 0.10) and nothing, which people's labels do not show.
 */
const options = Type.Object(
  {
    ...peopleOptions({ model: 'yolox-nano', scoreThreshold: 0.28 }).properties,
    input: INPUT_OPTION,
  },
  { additionalProperties: false },
);

export const yolox = peopleDetector({
  name: 'yolox',
  summary: 'People by a YOLOX model (ONNX), at the size of its file or another one.',
  options,
  head: (model, { score_threshold }) => {
    const { width, height } = model.size;
    const levels = levelsOf(model.size, STRIDES_PX);
    const { name = '', length = 0 } = cellRows(model, levels) ?? {};
    if (length <= PERSON) {
      throw shapeMismatch(
        model,
        `one output float32 1x${cellsOf(levels)}x85 for an input of ${width}x${height} (85: 5 and one for each class, people first)`,
      );
    }
    const valuesOf = (outputs: Outputs) => outputs[name] ?? new Float32Array(0);
    if (hasDecodedBoxes(valuesOf(model.first), length)) {
      throw shapeMismatch(model, 'boxes as the head writes them, exported without decoding');
    }
    return {
      picture: { colour: 'bgr', fit: 'letterbox' },
      read: (outputs, into) =>
        decodeYolox(valuesOf(outputs), levels, length, score_threshold, into),
    };
  },
});

/**
 * Adds the people of an output to `into`. Looks at each cell's objectness, and further only where it can still reach
 * the threshold.
 */
function decodeYolox(
  values: Float32Array,
  levels: readonly Level[],
  rowLength: number,
  scoreThreshold: number,
  into: Detection[],
): void {
  let row = 0;
  for (const { stridePx, columns, cells } of levels) {
    for (let cell = 0; cell < cells; cell += 1, row += rowLength) {
      const objectness = values[row + OBJECTNESS] ?? 0;
      if (objectness < scoreThreshold) continue;
      const score = objectness * (values[row + PERSON] ?? 0);
      if (!(score >= scoreThreshold)) continue;
      const [cx = 0, cy = 0, logWidth = 0, logHeight = 0] = values.subarray(row, row + 4);
      const x = ((cell % columns) + cx) * stridePx;
      const y = (Math.floor(cell / columns) + cy) * stridePx;
      const halfWidth = (Math.exp(logWidth) * stridePx) / 2;
      const halfHeight = (Math.exp(logHeight) * stridePx) / 2;
      addPerson(into, score, x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight);
    }
  }
}

/**
 * Whether the boxes of an output were decoded at export already: then its sides are pixels, not logarithms, and a side
 * of e^20 cells is none.
 */
function hasDecodedBoxes(values: Float32Array, rowLength: number): boolean {
  for (let row = 0; row < values.length; row += rowLength) {
    if ((values[row + 2] ?? 0) > 20 || (values[row + 3] ?? 0) > 20) return true;
  }
  return false;
}
