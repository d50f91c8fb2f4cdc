/**
 * Outputs of a generalized-focal-loss head to boxes.
 *
 * Each side of a box is given as a distribution over 8 distances in strides; the side is its mean:
 * distance = stride · Σ bin · softmax(logits)[bin], measured from the cell's point to the left, top, right and bottom.
 * Source: Li et al., Generalized Focal Loss (arXiv 2006.04388), section 3.2.
 */

import type { Candidates } from '../onnx/candidates.ts';
import type { Outputs } from '../onnx/session.ts';
import { BINS, type GflLayout, type GflLevel } from './layout.ts';

/** How scores become 0..1: as they are, or through a sigmoid where a file was exported without it. */
export type ScoreForm = 'probability' | 'logit';

/** What decoding needs next to the values. */
export interface GflDecoding {
  readonly layout: GflLayout;
  readonly scores: ScoreForm;
  readonly scoreThreshold: number;
}

/**
 * Adds the people of a run to `into`. Reads one score a cell; distributions only of the cells that pass.
 */
export function decodeGfl(outputs: Outputs, decoding: GflDecoding, into: Candidates): void {
  const { layout, scoreThreshold } = decoding;
  const isLogit = decoding.scores === 'logit';
  const least = isLogit ? Math.log(scoreThreshold / (1 - scoreThreshold)) : scoreThreshold;
  for (const level of layout.levels) {
    const scores = outputs[level.scores.output];
    const distances = outputs[level.distances.output];
    if (scores === undefined || distances === undefined) continue;
    let at = level.scores.start;
    for (let cell = 0; cell < level.cells; cell += 1, at += level.scores.step) {
      const value = scores[at] ?? 0;
      if (!(value >= least)) continue;
      const box = into.push(isLogit ? sigmoid(value) : value);
      const row = level.distances.start + cell * level.distances.step;
      writeBox(
        into.boxesXyxyPx.subarray(box, box + 4),
        distances.subarray(row, row + 4 * BINS),
        level,
        cellPoint(level, cell, layout.centre),
      );
    }
  }
}

/**
 * Which form a file's scores have. Shown any picture, most cells see no one: as probabilities all lie in 0..1, as
 * logits nearly all are negative.
 */
export function scoreForm(outputs: Outputs, layout: GflLayout): ScoreForm {
  for (const { scores, cells } of layout.levels) {
    const values = outputs[scores.output] ?? new Float32Array(0);
    for (let cell = 0; cell < cells; cell += 1) {
      const value = values[scores.start + cell * scores.step] ?? 0;
      if (value < -0.01 || value > 1.01) return 'logit';
    }
  }
  return 'probability';
}

function cellPoint(level: GflLevel, cell: number, centre: number): readonly [number, number] {
  const x = ((cell % level.columns) + centre) * level.stridePx;
  const y = (Math.floor(cell / level.columns) + centre) * level.stridePx;
  return [x, y];
}

function writeBox(
  boxXyxyPx: Float32Array,
  logits: Float32Array,
  { stridePx }: GflLevel,
  [x, y]: readonly [number, number],
): void {
  boxXyxyPx[0] = x - meanBin(logits, 0) * stridePx;
  boxXyxyPx[1] = y - meanBin(logits, BINS) * stridePx;
  boxXyxyPx[2] = x + meanBin(logits, 2 * BINS) * stridePx;
  boxXyxyPx[3] = y + meanBin(logits, 3 * BINS) * stridePx;
}

/** Mean of the softmax over the 8 logits from `from` on. The largest is taken off first, so that nothing overflows. */
function meanBin(logits: Float32Array, from: number): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (let bin = 0; bin < BINS; bin += 1) largest = Math.max(largest, logits[from + bin] ?? 0);
  let sum = 0;
  let weighted = 0;
  for (let bin = 0; bin < BINS; bin += 1) {
    const weight = Math.exp((logits[from + bin] ?? 0) - largest);
    sum += weight;
    weighted += weight * bin;
  }
  return weighted / sum;
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
