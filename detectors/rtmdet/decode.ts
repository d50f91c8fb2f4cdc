/**
 * Outputs of an RTMDet head to boxes.
 *
 *   scores 1 × classes × h × w, sigmoid not yet taken     distances 1 × 4 × h × w: left, top, right, bottom
 *   of strides 8, 16, 32                                  in px of the input, from the corner of the cell
 *
 * Source: Lyu et al., RTMDet (arXiv 2212.07784); the head's own `forward`, which gives the distances times the stride, and
 * its points of offset 0 in the configurations of https://github.com/open-mmlab/mmdetection/tree/main/configs/rtmdet.
 */

import type { Candidates } from '../onnx/candidates.ts';
import type { Outputs } from '../onnx/session.ts';

/** One level of cells, and the names of its outputs. */
export interface RtmdetLevel {
  readonly stridePx: number;
  readonly columns: number;
  readonly cells: number;
  readonly scores: string;
  readonly distances: string;
}

/** Adds the people of a run to `into`: class 0, at the start of each table of scores. */
export function decodeRtmdet(
  outputs: Outputs,
  levels: readonly RtmdetLevel[],
  scoreThreshold: number,
  into: Candidates,
): void {
  const least = Math.log(scoreThreshold / (1 - scoreThreshold));
  for (const { stridePx, columns, cells, ...names } of levels) {
    const scores = outputs[names.scores];
    const distances = outputs[names.distances];
    if (scores === undefined || distances === undefined) continue;
    for (let cell = 0; cell < cells; cell += 1) {
      const logit = scores[cell] ?? 0;
      if (!(logit >= least)) continue;
      const at = into.push(1 / (1 + Math.exp(-logit)));
      const x = (cell % columns) * stridePx;
      const y = Math.floor(cell / columns) * stridePx;
      const boxes = into.boxesXyxyPx;
      boxes[at] = x - (distances[cell] ?? 0);
      boxes[at + 1] = y - (distances[cells + cell] ?? 0);
      boxes[at + 2] = x + (distances[2 * cells + cell] ?? 0);
      boxes[at + 3] = y + (distances[3 * cells + cell] ?? 0);
    }
  }
}
