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
import { addPerson } from '../onnx/merge.ts';
import { type Head, peopleDetector } from '../onnx/people-detector.ts';
import {
  INPUT_OPTION,
  type Level,
  levelsOf,
  peopleOptions,
  shapeMismatch,
} from '../onnx/people-options.ts';
import type { ModelSize } from '../onnx/resized-model.ts';
import type { OnnxSession, Outputs } from '../onnx/session.ts';

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
  head: ({ session, size, first }, { family, score_threshold }) => {
    const layout = gflLayout(session, size);
    const scores = scoreForm(first, layout);
    const decoding: GflDecoding = { layout, scores, scoreThreshold: score_threshold };
    const crowd: Detection[] = [];
    decodeGfl(first, decoding, crowd);
    if (crowd.length > layout.cells * MAX_CROWDED_SHARE) {
      throw new TurnoutError('model_shape_mismatch', {
        where: session.where,
        expected: 'scores that find no one in a plain picture',
        got: 'a crowd',
        hint: 'choose the detector that this model was made for: turnout model list',
      });
    }
    return {
      picture: PICTURES[family === 'auto' ? layout.family : family],
      read: (outputs, into) => decodeGfl(outputs, decoding, into),
    };
  },
});

/** How scores become 0..1: as they are, or through a sigmoid where a file was exported without it. */
export type ScoreForm = 'probability' | 'logit';

/** What decoding needs next to the values. */
export interface GflDecoding {
  readonly layout: GflLayout;
  readonly scores: ScoreForm;
  readonly scoreThreshold: number;
}

export interface GflLayout {
  readonly family: keyof typeof PICTURES;
  readonly levels: readonly GflLevel[];
  /** Cells of all levels. */
  readonly cells: number;
  /** Where in its cell a point lies, 0..1 of the stride: NanoDet-Plus measures from the corner, the others from the middle. */
  readonly centre: 0 | 0.5;
}

interface GflLevel extends Level {
  /** The score of a person, one a row. */
  readonly scores: Rows;
  /** 32 logits a row: left, top, right, bottom, 8 bins each. */
  readonly distances: Rows;
}

/** Where values lie: in which output, at which index the first one, and how far apart the rows. */
interface Rows {
  readonly output: string;
  readonly start: number;
  readonly step: number;
}

/** Adds the people of a run to `into`. Reads one score a cell; distributions only of the cells that pass. */
function decodeGfl(outputs: Outputs, decoding: GflDecoding, into: Detection[]): void {
  const { layout, scoreThreshold } = decoding;
  const isLogit = decoding.scores === 'logit';
  const least = isLogit ? Math.log(scoreThreshold / (1 - scoreThreshold)) : scoreThreshold;
  for (const level of layout.levels) {
    const scores = outputs[level.scores.output];
    const distances = outputs[level.distances.output];
    if (scores === undefined || distances === undefined) continue;
    const { stridePx, columns } = level;
    let at = level.scores.start;
    for (let cell = 0; cell < level.cells; cell += 1, at += level.scores.step) {
      const value = scores[at] ?? 0;
      if (!(value >= least)) continue;
      const x = ((cell % columns) + layout.centre) * stridePx;
      const y = (Math.floor(cell / columns) + layout.centre) * stridePx;
      const row = level.distances.start + cell * level.distances.step;
      addPerson(
        into,
        isLogit ? 1 / (1 + Math.exp(-value)) : value,
        x - meanBin(distances, row) * stridePx,
        y - meanBin(distances, row + BINS) * stridePx,
        x + meanBin(distances, row + 2 * BINS) * stridePx,
        y + meanBin(distances, row + 3 * BINS) * stridePx,
      );
    }
  }
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

/**
 * Which form a file's scores have. Shown any picture, most cells see no one: as probabilities all lie in 0..1, as
 * logits nearly all are negative.
 */
function scoreForm(outputs: Outputs, layout: GflLayout): ScoreForm {
  for (const { scores, cells } of layout.levels) {
    const values = outputs[scores.output] ?? new Float32Array(0);
    for (let cell = 0; cell < cells; cell += 1) {
      const value = values[scores.start + cell * scores.step] ?? 0;
      if (value < -0.01 || value > 1.01) return 'logit';
    }
  }
  return 'probability';
}

interface Table {
  readonly name: string;
  readonly cells: number;
  readonly width: number;
}

/** Reads the layout. Throws `model_shape_mismatch` where the outputs are not those of either form. */
function gflLayout(session: OnnxSession, size: ModelSize): GflLayout {
  const tables = session.outputs.map(({ name, type, shape }): Table => {
    const [batch, cells, width] = shape;
    const isTable = type === 'float32' && shape.length === 3 && typeof batch !== 'undefined';
    return { name, cells: isTable ? Number(cells) : Number.NaN, width: Number(width) };
  });
  const layout = joinedLayout(tables, size) ?? splitLayout(tables, size, session.inputs[0]?.name);
  if (layout !== null) return layout;
  throw shapeMismatch(
    session,
    `for an input of ${size.width}x${size.height}: scores 1xNx80 and distances 1xNx32 for each stride of 8, 16, 32 and perhaps 64, or one output 1xNx112`,
  );
}

function joinedLayout(tables: readonly Table[], size: ModelSize): GflLayout | null {
  const [table] = tables;
  if (table === undefined || tables.length !== 1 || table.width <= DISTANCES) return null;
  for (const strides of [
    [8, 16, 32],
    [8, 16, 32, 64],
  ]) {
    const levels = levelsOf(size, strides);
    const cells = sumOfCells(levels);
    if (cells !== table.cells) continue;
    return { family: 'nanodet', levels: joinedLevels(table, levels), cells, centre: 0 };
  }
  return null;
}

function joinedLevels({ name, width }: Table, levels: readonly Level[]): readonly GflLevel[] {
  let start = 0;
  return levels.map((level) => {
    const scores = { output: name, start, step: width };
    start += level.cells * width;
    return { ...level, scores, distances: { ...scores, start: scores.start + width - DISTANCES } };
  });
}

function splitLayout(
  tables: readonly Table[],
  size: ModelSize,
  inputName: string | undefined,
): GflLayout | null {
  const levels: GflLevel[] = [];
  for (const level of levelsOf(size, [8, 16, 32, 64])) {
    const here = tables.filter(({ cells }) => cells === level.cells);
    const distances = here.find(({ width }) => width === DISTANCES);
    const scores = here.find((table) => table !== distances && table.width >= 1);
    if (here.length === 0) continue;
    if (here.length !== 2 || distances === undefined || scores === undefined) return null;
    levels.push({ ...level, scores: rowsOf(scores), distances: rowsOf(distances) });
  }
  if (levels.length < 3 || levels.length * 2 !== tables.length) return null;
  const isPicodet = levels.length === 4 || inputName === 'image';
  return {
    family: isPicodet ? 'picodet' : 'nanodet',
    levels,
    cells: sumOfCells(levels),
    centre: 0.5,
  };
}

function rowsOf({ name, width }: Table): Rows {
  return { output: name, start: 0, step: width };
}

function sumOfCells(levels: readonly Level[]): number {
  return levels.reduce((sum, { cells }) => sum + cells, 0);
}
