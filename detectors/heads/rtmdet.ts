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
import {
  hasOutputs,
  levelsOf,
  pairedLevels,
  type Reading,
  readFinished,
  readPoints,
} from '../onnx/cells.ts';
import { type Head, peopleDetector } from '../onnx/people-detector.ts';
import { INPUT_OPTION, peopleOptions, shapeMismatch } from '../onnx/people-options.ts';
import type { OpenedModel } from '../onnx/session.ts';

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
  head: (model, { score_threshold: scoreThreshold }) => ({
    picture: PICTURE,
    read: hasOutputs(model, 'dets', 'labels')
      ? ({ dets = NONE, labels = NONE }, into) => {
          const scoreOf = (row: number) => dets[row * 5 + 4];
          readFinished(labels, dets, scoreOf, { person: PERSON, scoreThreshold }, into);
        }
      : rawReader(model, scoreThreshold),
  }),
});

const NONE = new Float32Array(0);

/** Class 0 is at the start of each table of scores. A level has a table of 4 for its distances, told by name where both have. */
function rawReader(model: OpenedModel, scoreThreshold: number): Head['read'] {
  const { size } = model;
  const levels = pairedLevels(
    model,
    levelsOf(size, STRIDES_PX),
    ({ cells, columns }, shape) =>
      shape.length === 4 && shape[2] === cells / columns && shape[3] === columns,
    ({ name, shape }) => shape[1] === 4 && !/cls|score/.test(name),
    () => 1,
  );
  if (levels.length !== STRIDES_PX.length) {
    throw shapeMismatch(
      model,
      `for an input of ${size.width}x${size.height}: scores 1x80xHxW and distances 1x4xHxW for each stride of 8, 16 and 32, or dets 1xNx5 and labels 1xN`,
    );
  }
  const sideOf: Reading['sideOf'] = (values, at, side, { cells }) => values[at + side * cells] ?? 0;
  const reading = { scoreThreshold, isLogit: true, centre: 0, sideOf } as const;
  return (outputs, into) => readPoints(outputs, levels, reading, into);
}
