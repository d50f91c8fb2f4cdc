/**
 * The `rtmdet` detector: people by a model with OpenMMLab's RTMDet head, in either form in which its files are found.
 *
 *   raw levels, strides 8, 16, 32            scores 1 × classes × h × w, sigmoid not yet taken
 *                                            distances 1 × 4 × h × w: left, top, right, bottom, px, from the corner of the cell
 *   as MMDeploy exports it                   dets 1 × N × 5: x1, y1, x2, y2 in px and the score; labels 1 × N
 *
 * Source: Lyu et al., RTMDet (arXiv 2212.07784); the head's own `forward`, which gives the distances times the stride, and
 * its points of offset 0 in the configurations of https://github.com/open-mmlab/mmdetection/tree/main/configs/rtmdet.
 */

import { Type } from 'typebox';
import type { Detection } from '../detector.ts';
import { addPerson } from '../onnx/merge.ts';
import { type Head, type OpenedModel, peopleDetector } from '../onnx/people-detector.ts';
import {
  INPUT_OPTION,
  type Level,
  levelsOf,
  peopleOptions,
  shapeMismatch,
} from '../onnx/people-options.ts';
import type { Outputs } from '../onnx/session.ts';

const STRIDES_PX = [8, 16, 32];
/** COCO's first class. A model of people alone has it at the same place. */
const PERSON = 0;

/** `configs/rtmdet/rtmdet_l_8xb32-300e_coco.py`: BGR, mean and deviation of ImageNet. */
const PICTURE: Head['picture'] = {
  colour: 'bgr',
  mean: [103.53, 116.28, 123.675],
  std: [57.375, 57.12, 58.395],
  fit: 'letterbox',
};

/** Chosen here; no weights have been here to choose one by the error of the count. */
const options = Type.Object(
  {
    ...peopleOptions({ model: 'rtmdet-tiny', scoreThreshold: 0.3 }).properties,
    input: INPUT_OPTION,
  },
  { additionalProperties: false },
);

export const rtmdet = peopleDetector({
  name: 'rtmdet',
  summary:
    'People by an RTMDet model (ONNX, raw levels or as MMDeploy exports it), at the size of its file or another one.',
  options,
  head: (model, { score_threshold }) =>
    deployedHead(model, score_threshold) ?? rawHead(model, score_threshold),
});

/** The file has chosen its boxes already, at most as many as it gives for any picture. */
function deployedHead({ session }: OpenedModel, scoreThreshold: number): Head | null {
  const names = session.outputs.map(({ name }) => name).sort();
  if (names.join() !== 'dets,labels') return null;
  return {
    picture: PICTURE,
    read: ({ dets = new Float32Array(0), labels = new Float32Array(0) }, into) => {
      const rows = Math.min(labels.length, MOST_DEPLOYED);
      for (let row = 0; row < rows; row += 1) {
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, score = 0] = dets.subarray(row * 5, row * 5 + 5);
        if (labels[row] === PERSON && score >= scoreThreshold)
          addPerson(into, score, x1, y1, x2, y2);
      }
    },
  };
}

/** `keep_top_k` of MMDeploy's own configurations is 100 to 300. */
const MOST_DEPLOYED = 1000;

function rawHead({ session, size }: OpenedModel, scoreThreshold: number): Head {
  const levels = rawLevels(session, size);
  return {
    picture: PICTURE,
    read: (outputs, into) => decodeRtmdet(outputs, levels, scoreThreshold, into),
  };
}

/** One level of cells, and the names of its outputs. */
export interface RtmdetLevel extends Level {
  readonly scores: string;
  readonly distances: string;
}

/** Adds the people of a run to `into`: class 0, at the start of each table of scores. */
function decodeRtmdet(
  outputs: Outputs,
  levels: readonly RtmdetLevel[],
  scoreThreshold: number,
  into: Detection[],
): void {
  const least = Math.log(scoreThreshold / (1 - scoreThreshold));
  for (const { stridePx, columns, cells, ...names } of levels) {
    const scores = outputs[names.scores];
    const distances = outputs[names.distances];
    if (scores === undefined || distances === undefined) continue;
    for (let cell = 0; cell < cells; cell += 1) {
      const logit = scores[cell] ?? 0;
      if (!(logit >= least)) continue;
      const x = (cell % columns) * stridePx;
      const y = Math.floor(cell / columns) * stridePx;
      const [left = 0, top = 0, right = 0, bottom = 0] = [0, 1, 2, 3].map(
        (side) => distances[side * cells + cell],
      );
      addPerson(into, 1 / (1 + Math.exp(-logit)), x - left, y - top, x + right, y + bottom);
    }
  }
}

/** A level is known by its cells: a table of 4 for each are its distances, the other its scores, by name where both are. */
function rawLevels(
  session: OpenedModel['session'],
  size: OpenedModel['size'],
): readonly RtmdetLevel[] {
  const levels = levelsOf(size, STRIDES_PX).flatMap((level): RtmdetLevel[] => {
    const rows = level.cells / level.columns;
    const here = session.outputs.filter(
      ({ type, shape }) =>
        type === 'float32' && shape.length === 4 && shape[2] === rows && shape[3] === level.columns,
    );
    const distances = here.find(({ name, shape }) => shape[1] === 4 && !/cls|score/.test(name));
    const scores = here.find((output) => output !== distances);
    if (here.length !== 2 || distances === undefined || scores === undefined) return [];
    return [{ ...level, scores: scores.name, distances: distances.name }];
  });
  if (levels.length === STRIDES_PX.length && session.outputs.length === 6) return levels;
  throw shapeMismatch(
    session,
    `for an input of ${size.width}x${size.height}: scores 1x80xHxW and distances 1x4xHxW for each stride of 8, 16 and 32, or dets 1xNx5 and labels 1xN`,
  );
}
