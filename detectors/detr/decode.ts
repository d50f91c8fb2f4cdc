/**
 * Outputs of a detection transformer to boxes: one for each query, no two for one person, so that nothing is merged.
 *
 *   boxes 1 × queries × 4: cx, cy, w, h in shares of the input     logits 1 × queries × classes, score = sigmoid
 *
 * Source: Zhao et al., DETRs Beat YOLOs on Real-time Object Detection (arXiv 2304.08069), and the post-processing of
 * D-FINE (`src/zoo/dfine/postprocessor.py`). That takes the 300 highest scores of all classes; the queries are as many, so
 * that a person above any threshold of use is among them.
 */

import type { Detection } from '../detector.ts';
import type { ModelSize } from '../onnx/model-size.ts';

export interface DetrDecoding {
  readonly size: ModelSize;
  readonly queries: number;
  readonly classes: number;
  /** Where in a row of logits a person is. */
  readonly person: number;
  readonly scoreThreshold: number;
}

/** The people of a run, surest first; equal scores keep their order. */
export function decodeDetr(
  boxes: Float32Array,
  logits: Float32Array,
  { size, queries, classes, person, scoreThreshold }: DetrDecoding,
): Detection[] {
  const least = Math.log(scoreThreshold / (1 - scoreThreshold));
  const found: Detection[] = [];
  for (let query = 0; query < queries; query += 1) {
    const logit = logits[query * classes + person] ?? Number.NEGATIVE_INFINITY;
    if (!(logit >= least)) continue;
    const [cx = 0, cy = 0, width = 0, height = 0] = boxes.subarray(query * 4, query * 4 + 4);
    found.push({
      box: [
        (cx - width / 2) * size.width,
        (cy - height / 2) * size.height,
        (cx + width / 2) * size.width,
        (cy + height / 2) * size.height,
      ],
      score: 1 / (1 + Math.exp(-logit)),
      label: 0,
    });
  }
  return found.sort((a, b) => b.score - a.score);
}
