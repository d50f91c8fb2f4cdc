/**
 * The `gfl` detector: people by a model with a generalized-focal-loss head, NanoDet, NanoDet-Plus or PicoDet. Which of
 * them it is, and where its values lie, is read from the shapes of its outputs.
 *
 *   two outputs a level (PicoDet, NanoDet):  scores 1 × cells × classes, distances 1 × cells × 32
 *   one output for all (NanoDet-Plus):       1 × cells of all levels × (classes + 32)
 *
 * Levels are strides 8, 16, 32 and perhaps 64; a level is known by its number of cells. 32 is four sides of 8 bins: each
 * side of a box is given as a distribution over 8 distances in strides, and is its mean:
 * distance = stride · Σ bin · softmax(logits)[bin], measured from the cell's point to the left, top, right and bottom.
 * Source: Li et al., Generalized Focal Loss (arXiv 2006.04388), section 3.2.
 */

import { Type } from 'typebox';
import { TurnoutError } from '../../errors.ts';
import type { Detection } from '../detector.ts';
import {
  cellRows,
  cellsOf,
  levelsOf,
  type Outputs,
  type PointLevel,
  pairedLevels,
  type Reading,
  readPoints,
} from '../onnx/cells.ts';
import { type Head, peopleDetector } from '../onnx/people-detector.ts';
import { INPUT_OPTION, peopleOptions, shapeMismatch } from '../onnx/people-options.ts';
import type { OpenedModel } from '../onnx/session.ts';

const STRIDES_PX = [8, 16, 32, 64];
/** Bins of a side's distribution: `reg_max` 7 in the published configurations of both projects. */
const BINS = 8;
const DISTANCES = 4 * BINS;

/**
 * How each project makes its picture.
 * NanoDet: `config/legacy_v0.x_configs/nanodet-m-416.yml` and `config/nanodet-plus-m_416.yml` of RangiLyu/nanodet.
 * PicoDet: `configs/picodet/legacy_model/_base_/picodet_416_reader.yml` of PaddleDetection, mean and std times 255.
 */
const PICTURES = {
  nanodet: {
    colour: 'bgr',
    mean: [103.53, 116.28, 123.675],
    std: [57.375, 57.12, 58.395],
    fit: 'letterbox',
  },
  picodet: {
    colour: 'rgb',
    mean: [123.675, 116.28, 103.53],
    std: [58.395, 57.12, 57.375],
    fit: 'letterbox',
  },
} as const satisfies Record<string, Head['picture']>;

/**
 * 0.36 chosen by the error of the count over all labelled pictures. `npx tsx bench/accuracy/run.ts` on the validation split: PicoDet-S
 * 416 has 1.41 people over pictures of up to 12 people that people labelled, 0.30 over surveillance cameras, 0.08 over
 * exercises; NanoDet-m 416 has 1.85, 0.59, 0.15. 0.34 is better by 0.05 ± 0.09 and 0.06 ± 0.10 where people labelled.
 * Over all 928 pictures that people labelled, letterboxed and stretched ones do equally well (2.01 and 1.99 at their best),
 * also for PicoDet, which was trained on stretched ones; NanoDet-m is better letterboxed (2.19 and 2.49).
 */
const options = Type.Object(
  {
    ...peopleOptions({ model: 'picodet-s-416', scoreThreshold: 0.36 }).properties,
    input: INPUT_OPTION,
    family: Type.Union([Type.Literal('auto'), Type.Literal('nanodet'), Type.Literal('picodet')], {
      default: 'auto',
      description: 'Whose picture the model was trained on; auto reads it from the file.',
    }),
  },
  { additionalProperties: false },
);

/**
 * Share of the cells that may hold a person in a plain picture. A model of another family with a table of the same size,
 * such as YOLOX, has anything where the scores should be. Chosen here: the models of the list see no one at all in it,
 * YOLOX-Nano read as one of them sees someone in more than half of its cells.
 */
const MAX_CROWDED_SHARE = 0.25;

export const gfl = peopleDetector({
  name: 'gfl',
  summary: 'People by a NanoDet or PicoDet model (ONNX), at the size of its file or another one.',
  options,
  head: (model, chosen) => {
    const { family, levels, centre } = joinedLayout(model) ?? splitLayout(model);
    const scoreThreshold = chosen.score_threshold;
    const reading = { scoreThreshold, centre, sideOf, isLogit: hasLogits(model.first, levels) };
    const read: Head['read'] = (outputs, into) => readPoints(outputs, levels, reading, into);
    const crowd: Detection[] = [];
    read(model.first, crowd);
    if (crowd.length > cellsOf(levels) * MAX_CROWDED_SHARE) {
      throw new TurnoutError('model_shape_mismatch', {
        where: model.session.where,
        expected: 'scores that find no one in a plain picture',
        got: 'a crowd',
        hint: 'choose the detector that this model was made for: turnout model list',
      });
    }
    return { picture: PICTURES[chosen.family === 'auto' ? family : chosen.family], read };
  },
});

interface GflLayout {
  readonly family: keyof typeof PICTURES;
  readonly levels: readonly PointLevel[];
  /** NanoDet-Plus measures from the corner of a cell, the others from its middle. */
  readonly centre: 0 | 0.5;
}

const sideOf: Reading['sideOf'] = (logits, at, side, { stridePx }) =>
  meanBin(logits, at + side * BINS) * stridePx;

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

/**
 * Whether a file was exported without the sigmoid of its scores. Shown any picture, most cells see no one: as
 * probabilities all are within 0..1, as logits nearly all are negative.
 */
function hasLogits(outputs: Outputs, levels: readonly PointLevel[]): boolean {
  return levels.some(({ scores: { output, start, step }, cells }) =>
    Array.from({ length: cells }, (_, cell) => outputs[output]?.[start + cell * step] ?? 0).some(
      (value) => value < -0.01 || value > 1.01,
    ),
  );
}

function joinedLayout(model: OpenedModel): GflLayout | null {
  const four = levelsOf(model.size, STRIDES_PX);
  for (const levels of [four.slice(0, 3), four]) {
    const { name: output = '', length: step = 0 } = cellRows(model, levels) ?? {};
    if (step <= DISTANCES) continue;
    let start = 0;
    const joined = levels.map((level) => {
      const scores = { output, start, step };
      start += level.cells * step;
      return { ...level, scores, sides: { ...scores, start: scores.start + step - DISTANCES } };
    });
    return { family: 'nanodet', levels: joined, centre: 0 };
  }
  return null;
}

/** Throws `model_shape_mismatch` where the outputs are those of neither form. */
function splitLayout(model: OpenedModel): GflLayout {
  const { size, session } = model;
  const levels = pairedLevels(
    model,
    levelsOf(size, STRIDES_PX),
    ({ cells }, shape) => shape.length === 3 && shape[1] === cells,
    ({ shape }) => shape[2] === DISTANCES,
    ({ shape }) => Number(shape[2]),
  );
  if (levels.length < 3) {
    throw shapeMismatch(
      model,
      `for an input of ${size.width}x${size.height}: scores 1xNx80 and distances 1xNx32 for each stride of 8, 16, 32 and perhaps 64, or one output 1xNx112`,
    );
  }
  const isPicodet = levels.length === 4 || session.inputs[0]?.name === 'image';
  return { family: isPicodet ? 'picodet' : 'nanodet', levels, centre: 0.5 };
}
